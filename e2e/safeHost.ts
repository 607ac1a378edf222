import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { EvmStack } from '@latchkey/devstack/evm'
import type { Page } from '@playwright/test'
import {
  type Address,
  concatHex,
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  getContract,
  type Hex,
  hashMessage,
  hashTypedData,
  http,
  parseAbi,
  parseEther,
  size,
  type TypedDataDefinition,
  zeroAddress,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { deployContract, waitForTransactionReceipt, writeContract } from 'viem/actions'

/** The contracts of Safe (LGPL-3.0), as their package has them compiled. Read here, and passed on nowhere. */
const readArtifact = (path: string): { readonly bytecode: Hex; readonly deployedBytecode: Hex } =>
  createRequire(import.meta.url)(`@safe-global/safe-contracts/build/artifacts/contracts/${path}`)

/** Where `MultiSendCallOnly` 1.4.1 is on every network (safe-global/safe-deployments). */
const multiSend = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function nonce() view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function multiSend(bytes transactions) payable',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 salt) returns (address)',
])

interface Proposal {
  readonly args: readonly [Address, bigint, Hex, number, bigint, bigint, bigint, Address, Address]
  readonly signatures: Map<Address, Hex>
  status: 'AWAITING_CONFIRMATIONS' | 'AWAITING_EXECUTION' | 'CANCELLED' | 'FAILED' | 'SUCCESS'
  txHash?: Hex
}

interface Message {
  readonly hash: Hex
  readonly signatures: Map<Address, Hex>
}

type Owner = PrivateKeyAccount
type Transaction = { readonly to: Address; readonly value: string; readonly data: Hex }

/** A Safe of two owners, both of whom it needs, with 10 of the coin. */
async function deploySafe(stack: EvmStack) {
  const accounts = stack.accounts.slice(-3).map(({ privateKey }) => privateKeyToAccount(privateKey))
  const [deployer, first, second] = accounts
  if (!deployer || !first || !second) throw new Error('The chain has too few accounts.')
  const client = createWalletClient({ chain: stack.chain, transport: http(stack.url), account: deployer })
  const mined = (hash: Hex) => waitForTransactionReceipt(stack.client, { hash })
  const deploy = async (path: string): Promise<Address> => {
    const { bytecode } = readArtifact(path)
    const { contractAddress } = await mined(await deployContract(client, { abi: [], bytecode }))
    if (!contractAddress) throw new Error(`${path} was not deployed.`)
    return contractAddress
  }
  const singleton = await deploy('Safe.sol/Safe.json')
  const factory = await deploy('proxies/SafeProxyFactory.sol/SafeProxyFactory.json')
  const handler = await deploy('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json')
  const { deployedBytecode } = readArtifact('libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json')
  await stack.client.setCode({ address: multiSend, bytecode: deployedBytecode })
  const both = [first.address, second.address]
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [both, 2n, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress],
  })
  const { result: address, request } = await stack.client.simulateContract({
    ...{ account: deployer, address: factory, abi: safeAbi, functionName: 'createProxyWithNonce' },
    args: [singleton, initializer, BigInt(Date.now())],
  })
  await mined(await writeContract(client, request))
  await mined(await client.sendTransaction({ to: address, value: parseEther('10') }))
  return { address, first, second }
}

type DeployedSafe = Awaited<ReturnType<typeof deploySafe>>

/** Signatures stand in the order of their owners' addresses. */
const joined = (signatures: ReadonlyMap<Address, Hex>) =>
  concatHex(
    [...signatures]
      .sort(([left], [right]) => (left.toLowerCase() < right.toLowerCase() ? -1 : 1))
      .map(([, signature]) => signature),
  )

const signedBy = async (owner: Owner, hash: Hex) => new Map([[owner.address, await owner.sign({ hash })]])

/** What owners are asked for: transactions and messages, each signed by the first owner at once. */
function createDesk(stack: EvmStack, { address, first, second }: DeployedSafe) {
  const contract = getContract({ address, abi: safeAbi, client: stack.client })
  const proposals = new Map<string, Proposal>()
  const messages = new Map<string, Message>()
  const proposalOf = (hash: string): Proposal => {
    const found = proposals.get(hash)
    if (!found) throw new Error('Not found')
    return found
  }
  return {
    proposals,
    messages,
    proposalOf,
    async propose(txs: readonly Transaction[]) {
      const args = [...callOf(txs), 0n, 0n, 0n, zeroAddress, zeroAddress] as const
      const safeTxHash = await contract.read.getTransactionHash([...args, await contract.read.nonce()])
      const signatures = await signedBy(first, safeTxHash)
      proposals.set(safeTxHash, { args, signatures, status: 'AWAITING_CONFIRMATIONS' })
      return { safeTxHash }
    },
    async startMessage(hash: Hex) {
      const messageHash = hashTypedData({
        domain: { chainId: stack.chain.id, verifyingContract: address },
        types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
        primaryType: 'SafeMessage',
        message: { message: hash },
      })
      messages.set(messageHash, { hash: messageHash, signatures: await signedBy(first, messageHash) })
      return { messageHash }
    },
    /** The second owner approves. */
    async confirm(hash: string) {
      const found = proposalOf(hash)
      found.signatures.set(second.address, await second.sign({ hash: hash as Hex }))
      found.status = 'AWAITING_EXECUTION'
    },
    /** The second owner signs the message, too. */
    async signSecond(hash: string) {
      const found = messages.get(hash)
      if (!found) throw new Error('Not found')
      found.signatures.set(second.address, await second.sign({ hash: found.hash }))
    },
    cancel(hash: string) {
      proposalOf(hash).status = 'CANCELLED'
    },
    /** An owner has the Safe carry it out, and pays for the gas. */
    async execute(hash: string): Promise<void> {
      const found = proposalOf(hash)
      const args = [...found.args, joined(found.signatures)] as const
      const data = encodeFunctionData({ abi: safeAbi, functionName: 'execTransaction', args })
      const executor = createWalletClient({ chain: stack.chain, transport: http(stack.url), account: second })
      found.txHash = await executor.sendTransaction({ to: address, data })
      const { status } = await waitForTransactionReceipt(stack.client, { hash: found.txHash })
      found.status = status === 'success' ? 'SUCCESS' : 'FAILED'
    },
  }
}

/** One call as it is; several by the library that makes each in turn, or none. */
function callOf(txs: readonly Transaction[]) {
  const [only] = txs
  if (!only) throw new Error('No transactions were passed')
  if (txs.length === 1) return [only.to, BigInt(only.value), only.data, 0] as const
  const packed = txs.map(({ to, value, data }) =>
    encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [0, to, BigInt(value), BigInt(size(data)), data],
    ),
  )
  const data = encodeFunctionData({ abi: safeAbi, functionName: 'multiSend', args: [concatHex(packed)] })
  return [multiSend, 0n, data, 1] as const
}

/** A Safe of two owners on a local chain, and a page that holds an app as Safe{Wallet} does. */
export async function startSafeHost(stack: EvmStack) {
  const safe = await deploySafe(stack)
  const desk = createDesk(stack, safe)
  const host = { isReadOnly: false, declines: false, isSilent: false }
  const answers: Readonly<Record<string, (params: never) => unknown>> = {
    getSafeInfo: () => ({
      safeAddress: safe.address,
      chainId: stack.chain.id,
      threshold: 2,
      owners: [safe.first.address, safe.second.address],
      isReadOnly: host.isReadOnly,
    }),
    sendTransactions: ({ txs }: { txs: readonly Transaction[] }) => desk.propose(txs),
    getTxBySafeTxHash({ safeTxHash }: { safeTxHash: string }) {
      const { status, txHash = null } = desk.proposalOf(safeTxHash)
      return { safeAddress: safe.address, txId: 'x', txStatus: status, txHash }
    },
    signMessage: ({ message }: { message: string }) => desk.startMessage(hashMessage(message)),
    signTypedMessage: ({ typedData }: { typedData: TypedDataDefinition }) =>
      desk.startMessage(hashTypedData(typedData)),
    getOffChainSignature(hash: string) {
      const found = desk.messages.get(hash)
      return found?.signatures.size === 2 ? joined(found.signatures) : ''
    },
    rpcCall: ({ call, params }: { call: string; params: never }) =>
      call === 'safe_setSettings'
        ? { offChainSigning: true }
        : stack.client.request({ method: call as 'eth_chainId', params }),
  }
  async function answer(method: string, params: never) {
    if (host.isSilent) return new Promise<never>(() => {})
    try {
      if (host.declines && /^(?:send|sign)/.test(method)) throw new Error('Transaction was rejected')
      const known = answers[method]
      if (!known) throw new Error(`Unknown method ${method}`)
      return { success: true, data: await known(params) }
    } catch (error) {
      return { success: false, error: (error as Error).message }
    }
  }
  const { origin, stop } = await serveHostPage()
  return {
    ...desk,
    address: safe.address,
    origin,
    host,
    stop,
    /** Opens an app in the page, as Safe{Wallet} does. */
    async open(page: Page, app: string) {
      await page.exposeFunction('answerAsSafe', answer)
      await page.goto(`${origin}/?app=${encodeURIComponent(app)}`)
      return page.frameLocator('iframe')
    },
  }
}

async function serveHostPage() {
  const server = createServer((asked, response) => {
    const app = new URL(asked.url ?? '/', 'http://host').searchParams.get('app') ?? ''
    response.writeHead(200, { 'content-type': 'text/html' }).end(hostPage(app))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Answers the app in its frame and nobody else, by the documented messages. */
const hostPage = (app: string) => `<!doctype html><meta charset="utf-8"><title>Safe</title>
<iframe src="${app.replaceAll('"', '&quot;')}" width="1000" height="700"></iframe>
<script>
const frame = document.querySelector('iframe')
const origin = new URL(frame.src).origin
addEventListener('message', async (event) => {
  if (event.source !== frame.contentWindow || event.origin !== origin) return
  const { id, method, params } = event.data
  const answer = await window.answerAsSafe(method, params)
  frame.contentWindow.postMessage({ id, version: '9.1.0', ...answer }, origin)
})
</script>`
