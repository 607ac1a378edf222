/**
 * The client library writes and reads ReCaps by Node's `Buffer` and brings none, so that every browser fails. Where the
 * page has one it is kept; else this one stays, because the library reads the answer at a time of its own.
 */
export async function ensureBuffer(): Promise<void> {
  if ('Buffer' in globalThis) return
  // By its file: bundlers take the bare name for Node's own module.
  const { Buffer } = await import('buffer/index.js')
  if ('Buffer' in globalThis) return
  Object.defineProperty(globalThis, 'Buffer', {
    value: Buffer,
    configurable: true,
    writable: true,
    enumerable: false,
  })
}
