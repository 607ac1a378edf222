import {
  type AccountType,
  classifyRpc,
  rpcMethods,
  FrameError,
  type FrameHandlers,
  type FrameUser,
  supportedNetworks,
} from '@latchkey/plugin-email-auth/protocol'
import { type Hex, isAddressEqual } from 'viem'
import { applyTheme } from './applyTheme.js'
import { createAppRecords } from './createAppRecords.js'
import type { AppWords } from './appWords.js'
import { createLogins } from './createLogins.js'
import { createPasskeys, type FramePasskeys } from './createPasskeys.js'
import type { FrameSession } from './createSession.js'
import type { FrameWallets } from './createWallets.js'
import { answerEvm } from './evm/answerEvm.js'
import { readCapabilities } from './evm/capabilities.js'
import { clientOf, readFromNode } from './evm/node.js'
import { answerPermissionList } from './evm/permissions/listPermissions.js'
import type { PermissionsContext } from './evm/permissions/givePermissions.js'
import { recoverSigner } from './evm/recoverSigner.js'
import { readCallsStatus } from './evm/sendCalls.js'
import { readUpgrade, tellUpgrade } from './evm/upgrade/readUpgrade.js'
import { readUpgrades } from './evm/upgrade/readUpgrades.js'
import { undoUpgrade } from './evm/upgrade/undoUpgrade.js'
import { contracts } from './evm/smart/contracts.js'
import { accountNamed, type Bundlers, createAccounts, type EvmAccounts } from './evm/smart/createAccounts.js'
import type { SmartAccount } from './evm/smart/deriveSmartAccount.js'
import { finishSignature } from './evm/smart/finishSignature.js'
import { listStuck, replaceOperation } from './evm/smart/replaceOperation.js'
import { requireOwner } from './evm/smart/requireOwner.js'
import { createNonceKeys } from './evm/smart/smartTools.js'
import type { FrameStorage } from './frameStorage.js'
import type { Screen } from './screen.js'
import type { Ask } from './serviceClient.js'
import { tellSigning } from './tellSigning.js'
import { answerSolana } from './solanaRequests.js'

export interface FrameParts {
  readonly appOrigin: string
  readonly ask: Ask
  readonly session: FrameSession
  readonly storage: FrameStorage
  /** Whether the browser may forget what the frame keeps. */
  readonly isForgetful: boolean
  readonly wallets: FrameWallets
  readonly screen: Screen
  readonly bundlers: Bundlers
}

interface OpenParts extends FrameParts {
  /** The app's words about itself. */
  app(): AppWords
}

const defaultNetwork = 'eip155:1'

/** What the frame does for each request of the app. What is not listed is answered with `not_available`. */
export function createHandlers(given: FrameParts): FrameHandlers {
  const { session, wallets } = given
  const appRecords = createAppRecords(given)
  const parts: OpenParts = { ...given, screen: appRecords.screen, app: appRecords.read }
  const { rpcUrls, network, choose } = createNetworkChoice(parts)
  const passkeys = createPasskeys(parts)
  const accounts = createAccounts(parts)
  const smartContextOf = createSmartContexts(parts)
  return {
    ...createLogins(parts, passkeys),
    getUser({ networkId, rpcUrl }, { signal }) {
      if (networkId !== undefined) choose(networkId, rpcUrl)
      return readUser({ ...parts, passkeys, accounts, rpcUrls }, network(), signal)
    },
    switchNetwork({ networkId, rpcUrl }) {
      choose(networkId, rpcUrl)
      return { networkId }
    },
    getNetwork: () => ({ networkId: network() }),
    isConnected: async () => ({ isConnected: session.takeUp() !== undefined }),
    signOut: async () => {
      await session.end()
      return undefined
    },
    rpcRequest: tellSigning(createRpc(parts, rpcUrls, accounts, smartContextOf)),
    ...createStuckRequests(parts, { network, rpcUrls }, accounts, smartContextOf),
    exportKey: (_payload, { signal }) => wallets.showKey(signal).then(() => undefined),
    addRecovery: async ({ kind }, { signal }) => {
      await (kind === 'code' ? wallets.addCode(signal) : passkeys.add(signal))
      return undefined
    },
    getRecovery: () => wallets.recoveryState(),
    getSmartAccountNetworks: () => ({ networks: [...accounts.networks] }),
    ...createSmartRequests(accounts, network, rpcUrls),
    ...createUpgradeRequests(parts, network, rpcUrls),
    syncTheme(theme) {
      applyTheme(theme)
      return undefined
    },
    syncDappData(told) {
      appRecords.tell(told)
      return undefined
    },
    reload() {
      // The answer leaves first.
      setTimeout(() => location.reload(), 0)
      return undefined
    },
  }
}

interface NetworkChoice {
  /** The nodes that the app named, by network. */
  readonly rpcUrls: ReadonlyMap<string, string>
  /** CAIP-2 id of the network that is used. */
  network(): string
  /** @throws FrameError network_not_supported, for a network that neither the wallet nor the app has a node for. */
  choose(networkId: string, rpcUrl: string | undefined): void
}

function createNetworkChoice({ storage }: OpenParts): NetworkChoice {
  const rpcUrls = new Map<string, string>()
  return {
    rpcUrls,
    network: () => storage.readNetwork() ?? defaultNetwork,
    choose(networkId, rpcUrl) {
      if (!supportedNetworks.includes(networkId) && rpcUrl === undefined) {
        throw new FrameError('network_not_supported', `The embedded wallet does not work on ${networkId}.`)
      }
      if (rpcUrl !== undefined) rpcUrls.set(networkId, rpcUrl)
      storage.writeNetwork(networkId)
    },
  }
}

interface UserParts extends OpenParts {
  readonly passkeys: FramePasskeys
  readonly accounts: EvmAccounts
  readonly rpcUrls: ReadonlyMap<string, string>
}

/** Reads who is signed in, with the accounts on a network. Makes or opens the wallet first, with the person, when it must be. */
async function readUser(
  { isForgetful, session, wallets, passkeys, accounts, rpcUrls }: UserParts,
  networkId: string,
  signal: AbortSignal,
): Promise<FrameUser> {
  const { solana } = await wallets.addresses(signal)
  if (wallets.takeTypedCode() && isForgetful) await passkeys.offer(signal)
  const { email, userName, provider } = await session.read()
  const own: readonly { address: string; type: AccountType }[] = networkId.startsWith('solana:')
    ? [{ address: solana, type: 'eoa' }]
    : await accounts.list(networkId, signal)
  const [{ address, type }] = own as [{ address: string; type: AccountType }]
  const isSmart = own.some((account) => account.type === 'smartAccount')
  return {
    email,
    ...(userName === null ? {} : { userName }),
    ...(provider === null ? {} : { loggedInBy: provider }),
    address,
    networkId,
    accounts: [...own],
    smartAccountDeployed:
      isSmart && (await accounts.isDeployed(await accounts.smart(signal), networkId, rpcUrls.get(networkId))),
    preferredAccountType: type,
  }
}

/** What apps can ask about the smart account, beyond the accounts of `getUser`. */
function createSmartRequests(
  accounts: EvmAccounts,
  network: () => string,
  rpcUrls: ReadonlyMap<string, string>,
): Pick<FrameHandlers, 'initSmartAccount' | 'setPreferredAccount'> {
  return {
    async initSmartAccount(_payload, { signal }) {
      const here = await accounts.list(network(), signal)
      if (!here.some(({ type }) => type === 'smartAccount')) {
        throw new FrameError('not_available', 'There are no smart accounts on this network.')
      }
      const account = await accounts.smart(signal)
      const isDeployed = await accounts.isDeployed(account, network(), rpcUrls.get(network()))
      return { address: account.address, isDeployed }
    },
    async setPreferredAccount({ type }, { signal }) {
      accounts.prefer(type)
      const found = (await accounts.list(network(), signal)).find((account) => account.type === type)
      if (!found) throw new FrameError('not_available', 'There is no such account on this network.')
      return { type, address: found.address }
    },
  }
}

/** What the account of the key runs on the network that is used, and the way back (EIP-7702). */
function createUpgradeRequests(
  { app, wallets, screen, appOrigin }: OpenParts,
  network: () => string,
  rpcUrls: ReadonlyMap<string, string>,
): Pick<FrameHandlers, 'getUpgrade' | 'undoUpgrade'> {
  const place = () => ({ chainId: evmChainId(network()), rpcUrl: rpcUrls.get(network()) })
  return {
    async getUpgrade(_payload, { signal }) {
      if (!network().startsWith('eip155:')) return { upgrade: null }
      const { evm } = await wallets.addresses(signal)
      return { upgrade: tellUpgrade(await readUpgrade(clientOf(place()), evm)) }
    },
    async undoUpgrade(_payload, { signal }) {
      const { evm: address } = await wallets.addresses(signal)
      const key = async () => (await wallets.keys()).evm
      const own = { screen: asAccountView(screen), signal, appOrigin, app: app() }
      return { hash: await undoUpgrade({ ...place(), address, key, ...own }) }
    },
  }
}

/** Where a request for the smart account is to be carried out, and for whom. */
interface SmartPlace {
  readonly networkId: string
  readonly rpcUrl: string | undefined
  readonly person: string
  readonly signal: AbortSignal
}
type SmartContextOf = (account: SmartAccount, place: SmartPlace) => PermissionsContext

/** The context of requests for the smart account, with the rows of nonces that this page uses. */
function createSmartContexts({
  app,
  bundlers,
  screen,
  appOrigin,
  storage,
  wallets,
}: OpenParts): SmartContextOf {
  const nonceKeys = createNonceKeys()
  return (account, { networkId, rpcUrl, person, signal }) => {
    const chainId = evmChainId(networkId)
    return {
      ...{ screen, signal, appOrigin, app: app(), rpcUrl, chainId, address: account.address },
      key: async () => {
        const made = await wallets.keys()
        signal.throwIfAborted()
        return requireOwner(made.smartOwner, account.owner)
      },
      finish: (signature: Hex) => finishSignature(signature, account, { chainId, rpcUrl }),
      ownContracts: [account.address, contracts.delegationManager],
      smart: { account, bundlers: bundlers[networkId] ?? [], nonceKeys },
      permissions: storage.permissionsOf(person),
      records: storage.callsOf(person),
    }
  }
}

/** Transactions of the smart account that wait longer than usual, on the network that is used, whichever account is preferred. */
function createStuckRequests(
  { session, screen }: FrameParts,
  place: { readonly network: () => string; readonly rpcUrls: ReadonlyMap<string, string> },
  accounts: EvmAccounts,
  smartContextOf: SmartContextOf,
): Pick<FrameHandlers, 'getStuckOperations' | 'replaceOperation'> {
  async function open(signal: AbortSignal) {
    const [person, networkId] = [session.person(), place.network()]
    if (person === undefined || !accounts.networks.some((id) => `eip155:${id}` === networkId))
      return undefined
    const rpcUrl = place.rpcUrls.get(networkId)
    const context = smartContextOf(await accounts.smart(signal), { networkId, rpcUrl, person, signal })
    return { ...context, screen: asAccountView(screen) }
  }
  return {
    async getStuckOperations(_payload, { signal }) {
      const context = await open(signal)
      return { operations: context?.rpcUrl === undefined ? [] : [...(await listStuck(context))] }
    },
    async replaceOperation({ hash }, { signal }) {
      const context = await open(signal)
      if (!context) throw new FrameError('not_available', 'There are no smart accounts on this network.')
      return replaceOperation(hash, context)
    },
  }
}

/** The app shows these questions in its account view: they aren't the answer to a request of JSON-RPC. */
const asAccountView = (screen: Screen): Screen => ({
  ask: (question, signal) => screen.ask({ ...question, view: 'account' }, signal),
})

const whoAsks = ({ app, appOrigin, screen }: OpenParts) => ({ screen, appOrigin, app: app() })

/** JSON-RPC by the policy: what is safe goes to the app's node, what signs is shown to the person. */
function createRpc(
  parts: OpenParts,
  rpcUrls: ReadonlyMap<string, string>,
  accounts: EvmAccounts,
  smartContextOf: SmartContextOf,
): Parameters<typeof tellSigning>[0] {
  const { session, storage, wallets } = parts
  return async ({ networkId, method, params, rpcUrl }, signal, watchKey) => {
    const kind = classifyRpc(method)
    if (kind === 'refused')
      throw new FrameError('method_not_allowed', 'Requested RPC call is not allowed', { rpcCode: 4200 })
    if (method === 'personal_ecRecover') return { result: await recoverSigner(params) }
    const person = session.person()
    if (person === undefined) throw new FrameError('not_connected', 'Sign in first.', { rpcCode: 4100 })
    const node = rpcUrl ?? rpcUrls.get(networkId)
    const records = storage.callsOf(person)
    const rpcUrlOf = (id: string) => (id === networkId ? node : rpcUrls.get(id))
    if (method === 'wallet_getCallsStatus')
      return { result: await readCallsStatus(params, { records, rpcUrlOf }) }
    if (rpcMethods.get(method)?.from === 'node')
      return { result: await readFromNode(method, params, node, signal) }
    if (kind === 'safe' && rpcMethods.get(method)?.isPermission) {
      const permissions = storage.permissionsOf(person)
      return { result: await answerPermissionList(method, { accounts, permissions, rpcUrlOf, signal }) }
    }
    const addresses = await wallets.addresses(signal)
    if (method === 'eth_accounts') {
      return { result: (await accounts.list(networkId, signal)).map(({ address }) => address) }
    }
    if (method === 'eth_chainId') return { result: `0x${evmChainId(networkId).toString(16)}` }
    if (method === 'wallet_getCapabilities') {
      const known = [...rpcUrls.keys(), networkId]
      return {
        result: await answerCapabilities(params, { accounts, owner: addresses.evm, known, rpcUrlOf, signal }),
      }
    }
    const keys = watchKey(async () => {
      const made = await wallets.keys()
      // The app may have given the request up meanwhile: then it has told the person that nothing was signed.
      signal.throwIfAborted()
      return made
    })
    const shared = { ...whoAsks(parts), signal, rpcUrl: node }
    if (method.startsWith('solana_')) {
      const seed = async () => (await keys()).solana
      const context = { ...shared, networkId, address: addresses.solana, seed }
      return { result: await answerSolana(method, params, context) }
    }
    const chainId = evmChainId(networkId)
    const account = await accounts.smartFor(networkId, accountNamed(method, params), signal)
    if (account) {
      const own = smartContextOf(account, { networkId, rpcUrl: node, person, signal })
      return { result: await answerEvm(method, params, { ...own, key: watchKey(own.key) }) }
    }
    const key = async () => (await keys()).evm
    const ownContracts = [addresses.evm, contracts.delegationManager]
    const context = { ...shared, chainId, address: addresses.evm, key, records, ownContracts }
    return { result: await answerEvm(method, params, context) }
  }
}

interface CapabilitiesContext {
  readonly accounts: EvmAccounts
  readonly owner: Hex
  /** Networks of the app. */
  readonly known: readonly string[]
  rpcUrlOf(networkId: string): string | undefined
  readonly signal: AbortSignal
}

/** `wallet_getCapabilities` (EIP-5792), of the smart account or of its owner. */
async function answerCapabilities(
  params: unknown,
  { accounts, owner, known, rpcUrlOf, signal }: CapabilitiesContext,
): Promise<unknown> {
  const listed = [...supportedNetworks, ...known].filter((id) => id.startsWith('eip155:'))
  const chains = [...new Set(listed.map(evmChainId))]
  const statuses = await readUpgrades(owner, chains, (id) => rpcUrlOf(`eip155:${id}`))
  const asked = accounts.networks.length > 0 ? accountNamed('wallet_getCapabilities', params) : undefined
  const smart = asked && (await accounts.smart(signal))
  return smart && isAddressEqual(asked as Hex, smart.address)
    ? readCapabilities(params, smart.address, accounts.networks, () => 'smartAccount')
    : readCapabilities(params, owner, chains, statuses)
}

function evmChainId(networkId: string): number {
  const [namespace, reference = ''] = networkId.split(':')
  if (namespace !== 'eip155')
    throw new FrameError('network_not_supported', 'This method needs an EVM network. Switch first.')
  return Number(reference)
}
