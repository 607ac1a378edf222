/** What the older sign-in calls a session: an EVM address on an EVM chain. */
export interface SiweSession {
  readonly address: string
  readonly chainId: number
}

export interface SiweMessageArguments {
  readonly domain: string
  readonly uri: string
  readonly address: string
  readonly chainId: number
  readonly nonce: string
  readonly version: '1'
  /** RFC 3339 date-times. */
  readonly iat: string
  readonly exp?: string
  readonly nbf?: string
  readonly statement?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** The parts of the older sign-in's configuration that still have a meaning. EVM only, one session at a time. */
export interface SiweConfig {
  getNonce(address?: string): Promise<string>
  createMessage(message: SiweMessageArguments): string
  verifyMessage(request: { readonly message: string; readonly signature: string }): Promise<boolean>
  getSession(): Promise<SiweSession | null | undefined>
  signOut(): Promise<boolean>
  getMessageParams?(): Promise<
    Partial<Omit<SiweMessageArguments, 'address' | 'chainId' | 'nonce' | 'version'>>
  >
  onSignIn?(session?: SiweSession): void
  onSignOut?(): void
  /** Default true, all four: as the older sign-in had them, and other than the options of `siwx()` without `siweConfig`. */
  readonly required?: boolean
  readonly signOutOnDisconnect?: boolean
  readonly signOutOnAccountChange?: boolean
  readonly signOutOnNetworkChange?: boolean
}
