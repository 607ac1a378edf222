import type { IWalletKit } from '@reown/walletkit'
import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import type { ICore, SessionTypes, SignClientTypes } from '@walletconnect/types'
import { getSdkError } from '@walletconnect/utils'
import type { SelectedAccounts } from './approvedNamespaces.js'
import type { SignersOptions, WalletNamespace } from './createSigners.js'
import { createSigners } from './createSigners.js'
import { createDecisionDesk } from './decisionDesk.js'
import { assertLoopback, keepAtHome } from './loopbackOnly.js'
import { createSessionControls } from './sessionControls.js'
import type { Signer } from './signers/signer.js'
import { closeForGood, endOnce, handleChecks, steadyCore } from './steadyCore.js'
import { createWalletDecisions, type SettledProperties } from './walletDecisions.js'
import type { Answer, Decision, DecisionKind, Rejection, WalletPolicies } from './walletPolicy.js'

export interface WalletConnectWalletOptions extends SignersOptions {
  /** `ws://` address of a relay on the loopback interface. */
  readonly relayUrl: string
  /** Default `test`; our own relay takes any. */
  readonly projectId?: string
  readonly name?: string
  /** How the user behaves. Default: everything is queued. */
  readonly policies?: Partial<WalletPolicies>
  /** File the wallet keeps its sessions in. Default: memory only, gone with the wallet. */
  readonly database?: string
  /** For chains that this wallet does not know by itself. Default none. */
  readonly otherSigners?: readonly Signer[]
  /** Replaces what the wallet says of itself, for wallets that lie. */
  readonly metadata?: Partial<SignClientTypes.Metadata>
  /** What the wallet tells of itself with each session (CAIP-25). Default nothing. */
  readonly properties?: SettledProperties
}

export interface WalletConnectWallet {
  readonly signers: readonly Signer[]
  /** Undecided proposals, requests and authentications, oldest first. */
  readonly pending: readonly Decision[]
  /** What was answered, oldest first. */
  readonly answers: readonly Answer[]
  /** Failures nobody awaited: an automatic answer that could not be given. A healthy test leaves it empty. */
  readonly errors: readonly unknown[]
  readonly sessions: readonly SessionTypes.Struct[]
  /** Takes a `wc:` pairing URI, as scanning the QR code would. */
  pair(uri: string): Promise<void>
  setPolicies(policies: Partial<WalletPolicies>): void
  /** The oldest undecided one of a kind, now or when it comes. */
  next(kind: DecisionKind): Promise<Decision>
  /** Tells the dapp that the wallet is now on another chain; the session grows when it lacks the chain. */
  switchChain(topic: string, chainId: string): Promise<void>
  /** Shows another key to the dapp (index into the keys of the namespace) and updates the session. */
  selectAccount(topic: string, namespace: WalletNamespace, index: number): Promise<void>
  /** Any event, also one no wallet should send. */
  emit(topic: string, event: { name: string; data: unknown }, chainId: string): Promise<void>
  /** Replaces the session's namespaces; resolves when the dapp confirmed. */
  update(topic: string, namespaces: SessionTypes.Namespaces): Promise<void>
  /** Makes the session last the full time again; resolves when the dapp confirmed. */
  extend(topic: string): Promise<void>
  /** Ends the session and tells the dapp. */
  disconnect(topic: string, reason?: Rejection): Promise<void>
  /** Lets the session run out on this side without a word to the dapp. */
  expire(topic: string): Promise<void>
  /** Closes the socket and all timers. Sessions stay in the database. */
  close(): Promise<void>
}

/**
 * A WalletConnect wallet without a screen, on the real wallet-side client library and with real keys on
 * EVM, Solana, Bitcoin and Polkadot. It never speaks to a host outside the loopback interface.
 *
 * @throws TypeError when the relay or a node is not on the loopback interface
 */
export async function createWalletConnectWallet(
  options: WalletConnectWalletOptions,
): Promise<WalletConnectWallet> {
  assertLoopback(options.relayUrl, 'relay')
  const name = options.name ?? 'Latchkey test wallet'
  const signers = [...(await createSigners(options)), ...(options.otherSigners ?? [])]
  // The class lacks one `undefined` of its own interface under exactOptionalPropertyTypes.
  const core = new Core({
    projectId: options.projectId ?? 'test',
    relayUrl: options.relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: `${name}-${crypto.randomUUID()}`,
    storageOptions: { database: options.database ?? ':memory:' },
  }) as ICore
  keepAtHome(core)
  const metadata: SignClientTypes.Metadata = {
    name,
    description: name,
    url: 'http://localhost',
    icons: [],
    ...options.metadata,
  }
  const kit: IWalletKit = await WalletKit.init({ core, metadata })
  steadyCore(core)
  handleChecks(kit.engine.signClient.engine)
  handleChecks(core.pairing)
  endOnce(kit.engine.signClient)

  const errors: unknown[] = []
  const answers: Answer[] = []
  let selected: SelectedAccounts = {}
  const policies: WalletPolicies = { proposal: 'queue', request: 'queue', authentication: 'queue' }
  const desk = createDecisionDesk({ ...policies, ...options.policies }, (error) => errors.push(error))
  const controls = createSessionControls({ kit, signers, selectedAccounts: () => selected })
  const decisions = createWalletDecisions({
    kit,
    signers,
    properties: options.properties ?? {},
    selectedAccounts: () => selected,
    switchChain: controls.switchChain,
    onAnswer: (answer) => answers.push(answer),
  })
  kit.on('session_proposal', (event) => desk.receive(decisions.forProposal(event)))
  kit.on('session_request', (event) => desk.receive(decisions.forRequest(event)))
  kit.on('session_authenticate', (event) => desk.receive(decisions.forAuthentication(event)))

  return {
    signers,
    get pending() {
      return desk.pending
    },
    answers,
    errors,
    get sessions() {
      return Object.values(kit.getActiveSessions())
    },
    pair: (uri) => kit.pair({ uri }),
    setPolicies: desk.setPolicies,
    next: desk.next,
    switchChain: controls.switchChain,
    async selectAccount(topic, namespace, index) {
      selected = { ...selected, [namespace]: index }
      await controls.showAccounts(topic, namespace)
    },
    emit: (topic, event, chainId) => kit.emitSessionEvent({ topic, event, chainId }),
    update: controls.update,
    async extend(topic) {
      const { acknowledged } = await kit.extendSession({ topic })
      await acknowledged()
    },
    disconnect: (topic, reason = getSdkError('USER_DISCONNECTED')) =>
      kit.disconnectSession({ topic, reason }),
    expire: controls.expire,
    async close() {
      desk.close()
      await closeForGood(core)
    },
  }
}
