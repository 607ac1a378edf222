import { createRequire } from 'node:module'
import { DevstackError } from '../devstackError.js'

const specification = '@substrate/connect/dist/connector/specs/rococo_v2_1.json'

/**
 * The genesis of the Rococo test chain with a complete runtime. It is the data of a package that is not ours
 * to pass on, so it is an optional peer.
 *
 * @throws DevstackError BINARY_MISSING
 */
export function genesisFile(
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): string {
  try {
    return resolve(specification)
  } catch (cause) {
    const message =
      'The Polkadot test chain needs a genesis file. Install @substrate/connect 0.6.5, which carries the one of Rococo, or pass `genesis` with the path of a raw chain specification.'
    throw new DevstackError('BINARY_MISSING', message, { cause })
  }
}
