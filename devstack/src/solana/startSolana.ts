import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { type Address, isAddress, lamports } from '@solana/kit'
import { DevstackError } from '../devstackError.js'
import { createMints, type SolanaMints } from './createMints.js'
import { devAccounts, labelledKeypair, type SolanaAccount } from './devAccounts.js'
import { createFaucet } from './faucet.js'
import { createLedger, type Ledger } from './ledger/ledger.js'
import { readTokenAccount, tokenPrograms } from './ledger/tokenAccounts.js'
import { parseTransaction } from './ledger/parseTransaction.js'
import { describeTransactionError } from './ledger/transactionErrors.js'
import { accountMethods } from './methods/accountMethods.js'
import { blockMethods } from './methods/blockMethods.js'
import { clusterMethods } from './methods/clusterMethods.js'
import { tokenMethods } from './methods/tokenMethods.js'
import { transactionMethods } from './methods/transactionMethods.js'
import { startRpcServer } from './rpcServer.js'
import { type WriteOptions, writeTransaction } from './writeTransaction.js'

/** How to start the local Solana chain. */
export interface StartSolanaOptions {
  /** Port of HTTP; the WebSocket also takes the next one. 0, the default, takes a free pair. */
  readonly port?: number
  /** Length of a slot in milliseconds. Default 400, as on the public clusters. */
  readonly slotMilliseconds?: number
}

/** A running local Solana chain. */
export interface SolanaStack {
  readonly url: string
  /** The port web3.js derives by itself: the HTTP port + 1. The HTTP port upgrades as well. */
  readonly webSocketUrl: string
  readonly genesisHash: string
  /** CAIP-2 id: `solana:` and the first 32 characters of the genesis hash. */
  readonly chainId: string
  /** Five accounts with 1,000 SOL each; the first also owns the supply of both tokens. */
  readonly accounts: readonly SolanaAccount[]
  readonly mints: SolanaMints
  /** Sends `lamports` to `address` and returns the signature. */
  airdrop(address: string, lamports: bigint): Promise<string>
  /**
   * Signs instructions with an account, runs them in a transaction of version 1 or of the one named, and returns its
   * signature. Throws when it fails.
   */
  transact(options: Omit<WriteOptions, 'blockhash' | 'version'> & Partial<WriteOptions>): Promise<string>
  /** Lamports. */
  balanceOf(address: string): Promise<bigint>
  /** Base units of a mint in all token accounts `owner` has. */
  tokenBalanceOf(mint: string, owner: string): Promise<bigint>
  /**
   * Writes an account as if `program` had, with its rent. For programs that don't run here: what they keep is read all the
   * same. Replaces what is there.
   */
  placeAccount(account: { address: string; program: string; data: Uint8Array }): Promise<void>
  /** Sets what accounts must hold from now on, in lamports a byte. 6,960 at the start, as on the main network until 2026. */
  setRent(lamportsPerByte: bigint): Promise<void>
  /** Lets `count` slots pass at once, for example to let a blockhash expire. */
  advanceSlots(count: number): Promise<void>
  /** Ends the servers. May be called any number of times. */
  stop(): Promise<void>
}

/** The local chain's genesis hash; constant, so that its CAIP-2 id can stand in a configuration. */
export const solanaGenesisHash = base58.encode(
  createHash('sha256').update('latchkey devstack solana genesis').digest(),
)

const accountCount = 5
const startingLamports = 1_000_000_000_000n
const caip2ReferenceLength = 32

/**
 * Starts a local Solana chain: the LiteSVM runtime with the real token programs behind a JSON-RPC and
 * WebSocket server that `Connection` of @solana/web3.js works with. What one node accepts is final at once.
 *
 * @throws DevstackError PORT_IN_USE
 */
export async function startSolana(options: StartSolanaOptions = {}): Promise<SolanaStack> {
  const ledger = createLedger({ slotMilliseconds: options.slotMilliseconds ?? 400 })
  try {
    const faucet = createFaucet(ledger)
    const accounts = devAccounts(accountCount)
    for (const account of accounts) faucet.airdrop(account.address, startingLamports)
    const mints = createMints(ledger, labelledKeypair('account 0'))
    const context = { ledger, faucet, genesisHash: solanaGenesisHash }
    const methods = {
      ...clusterMethods(context),
      ...accountMethods(context),
      ...tokenMethods(context),
      ...transactionMethods(context),
      ...blockMethods(context),
    }
    const server = await startRpcServer({ ledger, methods, port: options.port ?? 0 })
    let stopping: Promise<void> | undefined
    return {
      url: server.url,
      webSocketUrl: server.webSocketUrl,
      genesisHash: solanaGenesisHash,
      chainId: `solana:${solanaGenesisHash.slice(0, caip2ReferenceLength)}`,
      accounts,
      mints,
      airdrop: async (to, amount) => faucet.airdrop(toAddress(to), amount),
      transact: (asked) => transact(ledger, asked),
      balanceOf: async (of) => ledger.getAccount(toAddress(of))?.lamports ?? 0n,
      tokenBalanceOf: async (mint, owner) => {
        const program = ledger.getAccount(toAddress(mint))?.programAddress
        if (program === undefined || !Object.hasOwn(tokenPrograms, program)) return 0n
        return ledger
          .getProgramAccounts(program)
          .map((account) => readTokenAccount(Uint8Array.from(account.data)))
          .filter((state) => state?.mint === mint && state.owner === owner)
          .reduce((sum, state) => sum + (state?.amount ?? 0n), 0n)
      },
      placeAccount: async ({ address, program, data }) => {
        ledger.setAccount({
          address: toAddress(address),
          programAddress: toAddress(program),
          data,
          executable: false,
          lamports: lamports(ledger.minimumBalance(data.length)),
          space: BigInt(data.length),
        })
      },
      setRent: async (lamportsPerByte) => ledger.setRent(lamportsPerByte),
      advanceSlots: async (count) => ledger.advance(count),
      stop: () => {
        ledger.stop()
        stopping ??= server.stop()
        return stopping
      },
    }
  } catch (error) {
    ledger.stop()
    throw error
  }
}

async function transact(ledger: Ledger, options: Parameters<SolanaStack['transact']>[0]): Promise<string> {
  // A slot of its own gives equal transactions different blockhashes, so that none counts as a repetition.
  ledger.advance(1)
  const { blockhash } = ledger.blockhashes.latest()
  const parsed = parseTransaction(await writeTransaction({ version: 1, blockhash, ...options }))
  const outcome = ledger.process(parsed)
  const error = 'rejected' in outcome ? outcome.rejected : outcome.processed.error
  if (error === null) return parsed.signature
  throw new DevstackError('NODE_REFUSED', `The transaction failed: ${describeTransactionError(error)}.`)
}

function toAddress(text: string): Address {
  if (isAddress(text)) return text
  const message = `"${text}" is not a Solana address. Expected base58 of 32 bytes.`
  throw new DevstackError('INVALID_OPTION', message)
}
