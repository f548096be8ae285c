const said = document.getElementById("said");

/** Tells what happened. A failure stays until something else happens. */
export function say(text, isFailure = false) {
  said.textContent = text;
  said.classList.toggle("failure", isFailure);
}

/** Asks the mock. What it refuses is told, and `undefined` comes back. */
export async function ask(method, path, body) {
  const response = await fetch(`/__mock/${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (response.ok) return answer;
  say(`${answer.title}: ${answer.detail}`, true);
  return undefined;
}

/** Copies a text. Where the browser does not allow it, the text stands below to be selected. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied ${what}.`);
  } catch {
    say(
      `The browser does not allow copying ${what}: open “Request, delay and failure” and select it there.`,
      true,
    );
  }
}

/** What is set for the next requests of an operation, which may be called like a member that every object has. */
export function sequenceOf({ sequences }, operationId) {
  return Object.hasOwn(sequences, operationId) ? sequences[operationId] : undefined;
}

/** Sets what answers the next requests of an operation. */
export function setSequence(operationId, body) {
  return ask("PUT", `sequences/${encodeURIComponent(operationId)}`, body);
}
