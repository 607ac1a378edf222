import { base58 } from '@scure/base'
import {
  address as toAddress,
  createDefaultRpcTransport,
  createSolanaRpcFromTransport,
  type Signature,
  signature as toSignature,
} from '@solana/kit'
import * as z from 'zod/mini'
import { ServiceSetupError } from '@latchkey/service-kit'
import type { AssetFacts, Chain, ChainTransaction, HeldAmount, Holder, UnreadTransaction } from '../chain.js'
import { type ReadAccounts, readSolanaMultipliers } from './solanaMultipliers.js'
import { readTransaction } from './solanaTransaction.js'
import { truncateAddress } from '../truncateAddress.js'

/** Programs whose lists of signatures together hold every transfer of SOL and of tokens. */
export const listedPrograms: readonly string[] = [
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

export interface ListedSignature {
  readonly signature: string
  readonly slot: number
  readonly blockTime: number | undefined
}

export interface SolanaChain extends Chain {
  /** Newest first; those before `before` and after `until`. */
  listSignatures(
    program: string,
    range: { readonly before?: string | undefined; readonly until?: string | undefined },
  ): Promise<readonly ListedSignature[]>
  /** Whether the node knows them all: one that doesn't has started from an empty chain. */
  knows(signatures: readonly string[]): Promise<boolean>
  readTransaction(listed: ListedSignature, position: number): Promise<ChainTransaction | UnreadTransaction>
  readAmounts(holders: readonly Holder[]): Promise<readonly HeldAmount[]>
  readMints(mints: readonly string[]): Promise<readonly AssetFacts[]>
}

/** Milliseconds after which a question to the node has failed. */
const patience = 30_000
const patiently = () => ({ abortSignal: AbortSignal.timeout(patience) })

const commitment = 'confirmed' as const
/** The newest version of transaction that is read: 1 is SIMD-0385, on the main network since 2026-09-15. */
const newestVersion = 1

const parsedToken = z.object({
  parsed: z.object({ info: z.object({ tokenAmount: z.object({ amount: z.string() }) }) }),
})

/** @throws ServiceSetupError `NODE_UNREACHABLE` */
export async function createSolanaChain({ url }: { readonly url: string }): Promise<SolanaChain> {
  const rpc = openRpc(url)
  const genesisHash = await rpc
    .getGenesisHash()
    .send(patiently())
    .catch((cause) => {
      const message = `The Solana node at ${url} did not answer. Start it first, or check the address.`
      throw new ServiceSetupError('NODE_UNREACHABLE', message, { cause })
    })

  const { heldBy, readMint, readToken, readMultipliers } = createTokenReader(rpc)
  const read = createTransactionReader(rpc)

  return {
    networkId: `solana:${genesisHash.slice(0, 32)}`,
    namespace: 'solana',
    native: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    canonicalAddress: canonicalSolanaAddress,
    formatAddress: (address) => address,
    async nativeBalance(address) {
      const { value } = await rpc.getBalance(toAddress(address), { commitment }).send(patiently())
      return BigInt(value)
    },
    async listSignatures(program, { before, until }) {
      const options = {
        commitment,
        ...(before ? { before: toSignature(before) } : {}),
        ...(until ? { until: toSignature(until) } : {}),
      }
      const listed = await rpc.getSignaturesForAddress(toAddress(program), options).send(patiently())
      return listed.map(({ signature, slot, blockTime }) => ({
        signature,
        slot: Number(slot),
        blockTime: blockTime === null ? undefined : Number(blockTime),
      }))
    },
    async knows(signatures) {
      if (signatures.length === 0) return true
      const { value } = await rpc
        .getSignatureStatuses(signatures as readonly Signature[], { searchTransactionHistory: true })
        .send(patiently())
      return value.every((status) => status !== null)
    },
    readTransaction: (listed, position) => readTransaction(read, listed, position),
    readAmounts: (holders) => Promise.all(holders.map(heldBy)),
    readMints: (mints) => Promise.all(mints.map(readMint)),
    readToken,
    readMultipliers,
    async stop() {},
  }
}

type Rpc = ReturnType<typeof openRpc>

const openRpc = (url: string) => createSolanaRpcFromTransport(createDefaultRpcTransport({ url }))

const createTransactionReader = (rpc: Rpc) => (signature: Signature) =>
  rpc
    .getTransaction(signature, {
      encoding: 'json',
      maxSupportedTransactionVersion: newestVersion,
      commitment,
    })
    .send(patiently())

function createTokenReader(rpc: Rpc) {
  async function heldBy({ address, asset, tokenId }: Holder): Promise<HeldAmount> {
    const { value } = await rpc
      .getTokenAccountsByOwner(
        toAddress(address),
        { mint: toAddress(asset) },
        { encoding: 'jsonParsed', commitment },
      )
      .send(patiently())
    const amounts = value.map(({ account }) => parsedToken.parse(account.data).parsed.info.tokenAmount.amount)
    const amount = amounts.reduce((total, one) => total + BigInt(one), 0n)
    return { address, asset, tokenId, amount }
  }

  async function readMint(address: string): Promise<AssetFacts> {
    const { value } = await rpc.getTokenSupply(toAddress(address), { commitment }).send(patiently())
    const name = truncateAddress(address)
    return { address, kind: 'fungible', name, symbol: '', decimals: value.decimals }
  }

  async function readToken(holder: Holder) {
    const { value } = await rpc
      .getAccountInfo(toAddress(holder.asset), { encoding: 'base64', commitment })
      .send(patiently())
    if (!value || !listedPrograms.slice(1).includes(value.owner)) return undefined
    const [facts, held] = await Promise.all([readMint(holder.asset), heldBy(holder)])
    return { amount: held.amount, facts }
  }

  const readAccounts: ReadAccounts = async (addresses) => {
    const { value } = await rpc
      .getMultipleAccounts([...addresses], { encoding: 'base64', commitment })
      .send(patiently())
    return value
  }
  const readMultipliers = (mints: readonly string[]) => readSolanaMultipliers(readAccounts, mints)

  return { heldBy, readMint, readToken, readMultipliers }
}

/** Base58 of 32 bytes. */
function canonicalSolanaAddress(text: string): string | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return undefined
  try {
    return base58.decode(text).length === 32 ? text : undefined
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}
