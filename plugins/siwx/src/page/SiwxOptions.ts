import { checkOptionNames, KernelConfigError } from '@latchkey/kernel/plugin'
import { siwxConfiguredTwice } from './siwxErrors.js'
import type { MessageProfile } from '../message/MessageProfile.js'
import type { SiweConfig } from './SiweConfig.js'
import type { SiwxStorageService } from './SiwxStorage.js'

export interface SiwxOptions {
  /**
   * Whether a connected account must sign in. Default false: a person may close the view and stay connected. With `siweConfig`, its
   * own `required` counts, which is true by default.
   */
  readonly required?: boolean | undefined
  /** One line of printable ASCII that a person reads in the wallet. */
  readonly statement?: string | undefined
  /**
   * Seconds from signing until the message no longer holds, and the session with it. Default: the message sets no end. Sessions on a
   * server end after their own lifetime all the same (`SessionsOptions.lifetime`, 7 days by default); those in the page's
   * storage hold until signed out.
   */
  readonly expiration?: number | undefined
  /** Seconds from signing until the session begins to hold. Default: at once. */
  readonly notBefore?: number | undefined
  /** RFC 3986 URIs the sign-in is about; an ERC-5573 ReCap comes last. */
  readonly resources?: readonly string[] | undefined
  readonly requestId?: (string | (() => string)) | undefined
  /** `host[:port]`. Default the page's. */
  readonly domain?: string | undefined
  /** What the sign-in is for. Default the page's origin. */
  readonly uri?: string | undefined
  /**
   * Text forms per namespace, before the built-in ones of eip155, solana, bip122 and polkadot. Give the server the
   * same.
   */
  readonly profiles?: readonly MessageProfile[] | undefined
  /** Where sign-ins are kept. Default the page's storage. */
  readonly storage?: SiwxStorageService | undefined
  /** Address of the routes of `@latchkey/plugin-siwx/server`, on the page's own origin: `/api/siwx`. */
  readonly backend?: string | undefined
  /** Default true. */
  readonly signOutOnDisconnect?: boolean | undefined
  /** End the session of the account that was left. Default false. */
  readonly signOutOnAccountChange?: boolean | undefined
  /** End the session of the network that was left. Default false. */
  readonly signOutOnNetworkChange?: boolean | undefined
  /**
   * A configuration written for the older, EVM-only sign-in. Excludes every other option: it has its own `required` and
   * `signOutOn…`, which are true by default, as that sign-in had them.
   */
  readonly siweConfig?: SiweConfig | undefined
}

const names = {
  required: true,
  statement: true,
  expiration: true,
  notBefore: true,
  resources: true,
  requestId: true,
  domain: true,
  uri: true,
  profiles: true,
  storage: true,
  backend: true,
  signOutOnDisconnect: true,
  signOutOnAccountChange: true,
  signOutOnNetworkChange: true,
  siweConfig: true,
} satisfies Record<keyof SiwxOptions, true>

/**
 * Checks what a host gave, while it composes.
 * @throws KernelError `KERNEL_CONFIG_INVALID` for an option that does not exist.
 * @throws KernelConfigError "Cannot set both `siweConfig` and `siwx` options", or what is wrong with the others.
 */
export function readOptions(options: SiwxOptions): SiwxOptions {
  checkOptionNames('siwx', options, names, 'KERNEL_CONFIG_INVALID')
  const { siweConfig: legacy, ...own } = options
  const given = Object.values(own).some((value) => value !== undefined)
  if (legacy) {
    if (given) throw siwxConfiguredTwice()
    const { required = true, signOutOnDisconnect = true } = legacy
    const { signOutOnAccountChange = true, signOutOnNetworkChange = true } = legacy
    return {
      siweConfig: legacy,
      required,
      signOutOnDisconnect,
      signOutOnAccountChange,
      signOutOnNetworkChange,
    }
  }
  const problems: string[] = []
  if (own.storage && own.backend !== undefined)
    problems.push('siwx: give `storage` or `backend`, not both: sign-ins are kept in one place.')
  for (const name of ['expiration', 'notBefore'] as const) {
    const value = own[name]
    if (value !== undefined && !(value > 0 && value < 1e10))
      problems.push(`siwx: \`${name}\` must be a number of seconds above 0, got ${value}.`)
  }
  if (problems.length > 0) throw new KernelConfigError(problems)
  return own
}
