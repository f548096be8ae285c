/** What is to run cannot be built or started. What failed has already said why: a stack would only hide it. */
export class StartError extends Error {
  override readonly name: string = "StartError";
}
