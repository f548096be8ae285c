// Does with a preview and a file of stories what Storybook does, in the same order.
import story, * as stories from "../recipes/storybook/cage.stories.ts";
import * as preview from "../recipes/storybook/preview.ts";

declare const document: { readonly body: { replaceChildren(element: unknown): void } };

/** What a test calls on the page. */
export interface StorybookPage {
  /** Shows a story by the name of its export. */
  show(name: string): Promise<void>;
}

const started = preview.beforeAll();

const storybook: StorybookPage = {
  async show(name) {
    await started;
    preview.beforeEach();
    const chosen: { beforeEach?: () => void } = Reflect.get(stories, name);
    chosen.beforeEach?.();
    document.body.replaceChildren(story.render());
  },
};

Object.assign(globalThis, { storybook });
