import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressible = /\.(?:html|css|js|json|svg|txt|md|xml|yaml)$/;

/** Writes `file.br` and `file.gz` beside each text file, which the server sends to those who take them. */
export async function compress(files: readonly string[]): Promise<void> {
  await Promise.all(files.filter((file) => compressible.test(file)).map(compressFile));
}

async function compressFile(file: string): Promise<void> {
  const text = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    [constants.BROTLI_PARAM_LGWIN]: windowFor(text.length),
  };
  await Promise.all([
    promisify(brotliCompress)(text, { params }).then((bytes) => writeFile(`${file}.br`, bytes)),
    promisify(gzip)(text, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ]);
}

/** The smallest window, as a power of two, that sees the whole of a text: most of the default one would be cleared for nothing. */
function windowFor(length: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_MAX_WINDOW_BITS: most } = constants;
  // The format keeps 16 bytes of a window to itself (RFC 7932, 9.1).
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(length + 16))));
}
