// Stands for a component of the reader.
declare const document: {
  createElement(name: string): { textContent: string; setAttribute(name: string, value: string): void };
};

const headers = {
  "X-Domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
  "X-API-KEY": "key",
  "X-API-SECRET": "secret",
};

/** An element that comes to show the name of a cage, or what went wrong. */
export function renderCage(): ReturnType<typeof document.createElement> {
  const element = document.createElement("p");
  const show = (role: string, text: string): void => {
    element.setAttribute("role", role);
    element.textContent = text;
  };
  fetch("https://service.example/data_dictionary/variables_cages/cage-text", { headers })
    .then(async (answer) => {
      const body = JSON.parse(await answer.text());
      if (answer.ok) show("status", body.data.attributes.name);
      else show("alert", body.title);
    })
    .catch(() => show("alert", "The service does not answer"));
  return element;
}
