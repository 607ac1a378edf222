import { createRequire } from 'node:module'
import type { Artifact } from '../evm/deployer.js'
import { DevstackError } from '../devstackError.js'

export type EntryPointVersion = '0.6' | '0.7' | '0.8'

/** One package in three versions, so the older two are installed under names of their own. */
const packages: Readonly<Record<EntryPointVersion, string>> = {
  '0.6': 'account-abstraction-0.6',
  '0.7': 'account-abstraction-0.7',
  '0.8': '@account-abstraction/contracts',
}

/**
 * A compiled contract of the authors of ERC-4337. The entry points are under the GPL, so they are read from optional
 * peers and not passed on.
 *
 * @throws DevstackError BINARY_MISSING
 */
export function accountAbstractionArtifact(
  version: EntryPointVersion,
  contract: 'EntryPoint' | 'SimpleAccountFactory' | 'Simple7702Account',
  load: (name: string) => unknown = createRequire(import.meta.url),
): Artifact {
  try {
    return load(`${packages[version]}/artifacts/${contract}.json`) as Artifact
  } catch (cause) {
    const message =
      'The entry points of ERC-4337 are their authors’ own contracts. Install @account-abstraction/contracts 0.8.0, account-abstraction-0.7 as npm:@account-abstraction/contracts@0.7.0 and account-abstraction-0.6 as npm:@account-abstraction/contracts@0.6.0.'
    throw new DevstackError('BINARY_MISSING', message, { cause })
  }
}
