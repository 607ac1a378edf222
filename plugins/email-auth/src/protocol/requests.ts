import * as z from 'zod/mini'
import { redirectProviders } from './providers.js'
import {
  emailShape,
  httpUrlShape,
  identityShape,
  networkShape,
  otpShape,
  shapes,
  tokenShape,
  userShape,
} from './shapes.js'
import { requestLimit, signOutLimit } from './timeLimits.js'

/**
 * Who a request waits for. `service`: nobody, so that it must be answered within its limit. `person`: somebody who reads,
 * decides, or looks for a phone; it ends by an answer, by the caller, or when the frame no longer answers heartbeats.
 * `sync`: tells the frame something; sent as soon as the frame is there, and never the reason that it failed to load.
 */
export type Pace = 'service' | 'person' | 'sync'

interface RequestShape<Payload extends z.core.$ZodType, Reply extends z.core.$ZodType> {
  readonly payload: Payload
  readonly reply: Reply
  readonly pace: Pace
  /** Milliseconds from sending; absent where a person sets the pace. */
  readonly limit?: number
}

const request = <Payload extends z.core.$ZodType, Reply extends z.core.$ZodType>(
  payload: Payload,
  reply: Reply,
  pace: Pace = 'service',
  limit: number | undefined = pace === 'person' ? undefined : requestLimit,
): RequestShape<Payload, Reply> => ({ payload, reply, pace, ...(limit === undefined ? {} : { limit }) })

const { nothing, line, text } = shapes
const emailAction = z.object({ action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) })
const accountType = shapes.accountTypeShape
const hashShape = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
/** Parameters of a method are its own affair: that they are plain data of a bounded size is known already. */
const plain = z.unknown()

/** Everything an app may ask of the frame: what it sends, what comes back, and how long it waits. */
export const requests = {
  switchNetwork: request(
    z.object({ networkId: networkShape, rpcUrl: z.optional(httpUrlShape) }),
    z.object({ networkId: networkShape }),
  ),
  connectEmail: request(z.object({ email: emailShape }), emailAction),
  /**
   * Waits until the link in the mail was opened. The link outlives the request: a view that is still open asks again
   * after `iframe_request_timeout`.
   */
  connectDevice: request(nothing, nothing),
  connectOtp: request(z.object({ otp: otpShape }), nothing),
  getSocialRedirectUri: request(
    /** `returnTo`: the app's page that the person comes back to where no window could be opened. */
    z.object({ provider: z.enum(redirectProviders), returnTo: z.optional(httpUrlShape) }),
    z.object({ uri: httpUrlShape }),
  ),
  /** The address that the provider sent the person back to, with its parameters. */
  connectSocial: request(z.object({ uri: httpUrlShape }), identityShape),
  getFarcasterUri: request(nothing, z.object({ url: httpUrlShape })),
  connectFarcaster: request(nothing, identityShape, 'person'),
  connectPasskey: request(nothing, identityShape, 'person'),
  /** A login that the host itself vouches for. */
  connectToken: request(z.object({ token: tokenShape }), identityShape),
  getUser: request(
    z.object({
      networkId: z.optional(networkShape),
      rpcUrl: z.optional(httpUrlShape),
      preferredAccountType: z.optional(accountType),
    }),
    userShape,
    // The wallet may have to be made, or brought back with a recovery code, before there is an address.
    'person',
  ),
  signOut: request(nothing, nothing, 'service', signOutLimit),
  isConnected: request(z.object({ token: z.optional(tokenShape) }), z.object({ isConnected: z.boolean() })),
  getNetwork: request(nothing, z.object({ networkId: networkShape })),
  rpcRequest: request(
    z.object({
      networkId: networkShape,
      method: text(100),
      params: z.optional(plain),
      rpcUrl: z.optional(httpUrlShape),
    }),
    z.object({ result: z.optional(plain) }),
    'person',
  ),
  updateEmail: request(
    z.object({ email: emailShape }),
    z.object({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  ),
  updateEmailPrimaryOtp: request(z.object({ otp: otpShape }), nothing),
  updateEmailSecondaryOtp: request(z.object({ otp: otpShape }), z.object({ newEmail: emailShape })),
  syncTheme: request(
    z.object({
      themeMode: z.optional(z.enum(['light', 'dark'])),
      themeVariables: z.optional(shapes.themeVariables),
      /** Values that the theme's own are mixed from, by the same names. */
      mixedVariables: z.optional(shapes.themeVariables),
    }),
    nothing,
    'sync',
  ),
  syncDappData: request(
    z.object({
      metadata: z.optional(
        z.object({
          name: line(200),
          description: line(1000),
          url: httpUrlShape,
          icons: z.array(text(4096)).check(z.maxLength(8)),
        }),
      ),
      /** The app's own names of its networks and their coins. */
      networks: z.optional(
        z
          .array(z.object({ networkId: networkShape, name: line(200), symbol: line(100) }))
          .check(z.maxLength(1000)),
      ),
      sdkVersion: z.optional(line(100)),
      sdkType: z.optional(line(100)),
      projectId: line(200),
    }),
    nothing,
    'sync',
  ),
  getSmartAccountNetworks: request(
    nothing,
    z.object({ networks: z.array(z.number().check(z.int(), z.positive())).check(z.maxLength(1000)) }),
  ),
  initSmartAccount: request(nothing, z.object({ address: shapes.addressShape, isDeployed: z.boolean() })),
  setPreferredAccount: request(
    z.object({ type: accountType }),
    z.object({ type: accountType, address: shapes.addressShape }),
    'sync',
  ),
  /** The code that the key's account runs on the network that is used (EIP-7702). `name` is absent for unknown code. */
  getUpgrade: request(
    nothing,
    z.object({
      upgrade: z.nullable(z.object({ address: shapes.addressShape, name: z.optional(line(100)) })),
    }),
  ),
  /** Takes that code from the account, once the person has agreed inside the frame. */
  undoUpgrade: request(nothing, z.object({ hash: line(100) }), 'person'),
  /** Transactions of the smart account that wait longer than usual, on the network that is used. */
  getStuckOperations: request(
    nothing,
    z.object({
      operations: z
        .array(z.object({ hash: hashShape, seconds: z.number().check(z.int(), z.nonnegative()) }))
        .check(z.maxLength(100)),
    }),
  ),
  /** Makes one of them again with a higher fee, once the person has agreed inside the frame. Only one of the two can be carried out. */
  replaceOperation: request(
    z.object({ hash: hashShape }),
    /** `replaced`: it was made again. Otherwise it was over first: carried out, reverted, or displaced by another or refused. */
    z.object({ hash: hashShape, outcome: z.enum(['replaced', 'done', 'failed', 'gone']) }),
    'person',
  ),
  /** Shows the key to the person inside the frame. It is never part of a message. */
  exportKey: request(nothing, nothing, 'person'),
  /** Adds a way back into the wallet: a passkey, or a code that the person writes down, shown inside the frame. */
  addRecovery: request(z.object({ kind: z.enum(['passkey', 'code']) }), nothing, 'person'),
  getRecovery: request(
    nothing,
    z.object({ passkeys: z.number().check(z.int(), z.nonnegative()), hasCode: z.boolean() }),
  ),
  /** Forgets what a login left half done, and loads the frame again. */
  reload: request(nothing, nothing),
} as const

export type RequestType = keyof typeof requests
export type RequestPayload<Type extends RequestType> = z.infer<(typeof requests)[Type]['payload']>
export type RequestReply<Type extends RequestType> = z.infer<(typeof requests)[Type]['reply']>

export const isRequestType = (type: string): type is RequestType => Object.hasOwn(requests, type)
