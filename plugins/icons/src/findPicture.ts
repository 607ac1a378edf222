import type { PictureSubject } from '@latchkey/kernel/contracts'

/**
 * The picture of a network, a coin, a token or a wallet, for an `<img>`. Loads the list of pictures on the first call, and
 * the picture alone.
 *
 * @returns A `data:` address, or `undefined` for what the package has no picture of.
 * @throws What the app's bundler throws when a file of the app cannot be loaded.
 * @example
 * await findPicture({ kind: 'network', networkId: 'eip155:8453' })
 */
export async function findPicture(subject: PictureSubject): Promise<string | undefined> {
  const { loadPicture } = await import('./lazy/loadPicture.js')
  return loadPicture(subject)
}
