import { checkOptionNames, inDevelopment, KernelError, type NetworkId } from '@latchkey/kernel/plugin'
import { type SocialProvider, socialProviders } from './protocol/providers.js'

export interface EmailAuthOptions {
  /**
   * The frame page of the wallet's service, such as `https://wallet.example.com/frame`. Its origin must be another one
   * than the app's: keys exist only there.
   */
  readonly frameUrl: string
  /**
   * CAIP-2 ids of the networks that the service works on. Default: the protocol's list of EVM networks, and Solana's
   * main, test and development network.
   */
  readonly networks?: readonly NetworkId[] | undefined
  /** Names the app to the service. Default: its name. */
  readonly projectId?: string | undefined
  /**
   * Social logins to offer, in this order. Each must be set up at the service.
   *
   * @default []
   */
  readonly socials?: readonly SocialProvider[] | undefined
  /** Offers passkeys, as a way to log in and as a way back into the wallet. Default: false. */
  readonly passkey?: boolean | undefined
  /**
   * Answers a signed token (JWT) of the app's own server for the person who is logged in to the app. Connecting with the
   * `emailAuth` connector then asks for no other login. The service must know the token's issuer.
   */
  readonly getToken?: (() => Promise<string>) | undefined
  /** Announces the wallet by EIP-6963 and Wallet Standard, for libraries that look for wallets there. Default: false. */
  readonly announce?: boolean | undefined
}

export interface ReadOptions {
  /** Without the app's origin, which is known in a browser only. */
  readonly frameUrl: string
  readonly networks: readonly string[] | undefined
  readonly projectId: string | undefined
  readonly announce: boolean
  readonly socials: readonly SocialProvider[]
  readonly passkey: boolean
  readonly getToken: (() => Promise<string>) | undefined
}

const code = 'EMAIL_AUTH_OPTIONS_INVALID'

const names = {
  frameUrl: true,
  networks: true,
  projectId: true,
  socials: true,
  passkey: true,
  getToken: true,
  announce: true,
} satisfies Record<keyof EmailAuthOptions, true>

const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** @throws KernelError `EMAIL_AUTH_OPTIONS_INVALID` */
export function readOptions(given: EmailAuthOptions): ReadOptions {
  checkOptionNames('emailAuth', given, names, code)
  const {
    frameUrl,
    networks,
    projectId,
    announce = false,
    socials = [],
    passkey = false,
    getToken,
  } = given ?? {}
  const checks: readonly (readonly [name: string, isRight: boolean, expected: string | false])[] = [
    [
      'frameUrl',
      isFrameUrl(frameUrl),
      inDevelopment &&
        'the address of the frame page, such as https://wallet.example.com/frame. Plain http is taken from this machine only.',
    ],
    [
      'networks',
      networks === undefined || isListOf(networks, isNetworkId),
      inDevelopment && 'a list of CAIP-2 ids, such as eip155:1.',
    ],
    [
      'projectId',
      projectId === undefined || (typeof projectId === 'string' && projectId.length <= 200),
      inDevelopment && 'a text of at most 200 characters.',
    ],
    ['announce', typeof announce === 'boolean', inDevelopment && 'true or false.'],
    ['passkey', typeof passkey === 'boolean', inDevelopment && 'true or false.'],
    ['getToken', getToken === undefined || typeof getToken === 'function', inDevelopment && 'a function.'],
    [
      'socials',
      isListOf(socials, (name) => socialProviders.includes(name)),
      inDevelopment && `a list of these: ${socialProviders.join(', ')}.`,
    ],
  ]
  for (const [name, isRight, expected] of checks) {
    if (isRight) continue
    throw new KernelError(
      `emailAuth() cannot use its option "${name}".${expected ? ` Pass ${expected}` : ''}`,
      { code },
    )
  }
  return { frameUrl, networks, projectId, announce, socials, passkey, getToken }
}

const isListOf = (list: unknown, isRight: (item: never) => boolean) =>
  Array.isArray(list) && list.every((item) => isRight(item as never))

function isFrameUrl(text: unknown): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return false
  return protocol === 'https:' || (protocol === 'http:' && localHosts.has(hostname))
}

const isNetworkId = (id: unknown) => typeof id === 'string' && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(id)
