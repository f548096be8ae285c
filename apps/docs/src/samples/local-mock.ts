/** Where the mock of this machine answers unless it is told otherwise. */
export const localMock = "http://127.0.0.1:4010";
