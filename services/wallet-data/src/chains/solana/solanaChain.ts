import { base58 } from '@scure/base'
import { Connection, PublicKey } from '@solana/web3.js'
import * as z from 'zod/mini'
import { ServiceSetupError } from '@latchkey/service-kit'
import type { AssetFacts, Chain, ChainTransaction, HeldAmount, Holder } from '../chain.js'
import { readTransaction } from './solanaTransaction.js'

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
  /** Whether the node knows them all: one that does not has started anew. */
  knows(signatures: readonly string[]): Promise<boolean>
  readTransaction(listed: ListedSignature, position: number): Promise<ChainTransaction>
  readAmounts(holders: readonly Holder[]): Promise<readonly HeldAmount[]>
  readMints(mints: readonly string[]): Promise<readonly AssetFacts[]>
}

/** Milliseconds after which a question to the node has failed. */
const patience = 30_000

const parsedToken = z.object({
  parsed: z.object({ info: z.object({ tokenAmount: z.object({ amount: z.string() }) }) }),
})

/** @throws ServiceSetupError `NODE_UNREACHABLE` */
export async function createSolanaChain({ url }: { readonly url: string }): Promise<SolanaChain> {
  const connection = new Connection(url, {
    commitment: 'confirmed',
    disableRetryOnRateLimit: true,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(patience) }),
  })
  const genesisHash = await connection.getGenesisHash().catch((cause) => {
    const message = `The Solana node at ${url} did not answer. Start it first, or check the address.`
    throw new ServiceSetupError('NODE_UNREACHABLE', message, { cause })
  })

  async function heldBy({ address, asset, tokenId }: Holder): Promise<HeldAmount> {
    const mint = new PublicKey(asset)
    const { value } = await connection.getParsedTokenAccountsByOwner(new PublicKey(address), { mint })
    const amounts = value.map(({ account }) => parsedToken.parse(account.data).parsed.info.tokenAmount.amount)
    const amount = amounts.reduce((total, one) => total + BigInt(one), 0n)
    return { address, asset, tokenId, amount }
  }

  async function readMint(address: string): Promise<AssetFacts> {
    const { value } = await connection.getTokenSupply(new PublicKey(address))
    const name = `${address.slice(0, 4)}…${address.slice(-4)}`
    return { address, kind: 'fungible', name, symbol: '', decimals: value.decimals }
  }

  return {
    networkId: `solana:${genesisHash.slice(0, 32)}`,
    namespace: 'solana',
    native: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    canonicalAddress: canonicalSolanaAddress,
    formatAddress: (address) => address,
    nativeBalance: async (address) => BigInt(await connection.getBalance(new PublicKey(address))),
    async listSignatures(program, { before, until }) {
      const options = { ...(before ? { before } : {}), ...(until ? { until } : {}) }
      const listed = await connection.getSignaturesForAddress(new PublicKey(program), options)
      return listed.map(({ signature, slot, blockTime }) => ({
        signature,
        slot,
        blockTime: blockTime ?? undefined,
      }))
    },
    async knows(signatures) {
      if (signatures.length === 0) return true
      const options = { searchTransactionHistory: true }
      const { value } = await connection.getSignatureStatuses([...signatures], options)
      return value.every((status) => status !== null)
    },
    readTransaction: (listed, position) => readTransaction(connection, listed, position),
    readAmounts: (holders) => Promise.all(holders.map(heldBy)),
    readMints: (mints) => Promise.all(mints.map(readMint)),
    async readToken(holder) {
      const { value } = await connection.getParsedAccountInfo(new PublicKey(holder.asset))
      if (!value || !listedPrograms.slice(1).includes(value.owner.toBase58())) return undefined
      const [facts, held] = await Promise.all([readMint(holder.asset), heldBy(holder)])
      return { amount: held.amount, facts }
    },
    async stop() {},
  }
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
