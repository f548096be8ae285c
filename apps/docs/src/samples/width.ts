/** The most characters that an object or a list of a sample has on one line, the indentation not counted. */
export const width = 70;
