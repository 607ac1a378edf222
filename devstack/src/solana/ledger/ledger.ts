import { type Address, type EncodedAccount, getTransactionDecoder } from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM, Rent, type TransactionMetadata } from 'litesvm'
import { type BlockhashWindow, createBlockhashWindow } from './blockhashWindow.js'
import { feeOf } from './fees.js'
import type { ParsedTransaction } from './parseTransaction.js'
import { type ResolvedAccounts, resolveAccounts } from './resolveAccounts.js'
import { readMint, readTokenAccount, tokenProgramName } from './tokenAccounts.js'
import { type TransactionErrorJson, transactionErrorJson } from './transactionErrors.js'

/** What one account held of one token, before or after a transaction. Amounts are base units. */
export interface TokenBalance {
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string
  readonly programId: string
  readonly amount: bigint
  readonly decimals: number
}

/** Balances of a transaction's accounts, in their order. Lamports. */
export interface BalanceSheet {
  readonly lamports: readonly bigint[]
  readonly tokens: readonly TokenBalance[]
}

/** A transaction the ledger has processed, whether it succeeded or failed on chain. */
export interface LedgerTransaction extends ParsedTransaction {
  readonly slot: number
  /** Unix seconds. */
  readonly blockTime: number
  readonly error: TransactionErrorJson | null
  readonly accounts: ResolvedAccounts
  readonly metadata: TransactionMetadata
  readonly before: BalanceSheet
  readonly after: BalanceSheet
  /** Lamports. */
  readonly fee: bigint
}

/** What a dry run of a transaction showed. */
export interface SimulationResult {
  readonly error: TransactionErrorJson | null
  readonly metadata: TransactionMetadata | undefined
  /** The accounts as they would be afterwards; empty when the run failed. */
  readonly accounts: ReadonlyMap<string, EncodedAccount>
}

/** What the ledger tells its listeners. */
export type LedgerEvent =
  | { readonly type: 'slot'; readonly slot: number }
  | { readonly type: 'transaction'; readonly transaction: LedgerTransaction }

/** Accounts, slots and history over the LiteSVM runtime. */
export interface Ledger {
  readonly blockhashes: Pick<BlockhashWindow, 'latest' | 'isValid'>
  slot(): number
  transactionCount(): number
  getAccount(address: Address): EncodedAccount | undefined
  getProgramAccounts(program: Address): EncodedAccount[]
  decimalsOf(mint: string): number
  minimumBalance(dataLength: number): bigint
  setRent(lamportsPerByte: bigint): void
  /** Overwrites an account. Only for setting the ledger up. */
  setAccount(account: EncodedAccount): void
  simulate(
    transaction: ParsedTransaction,
    options: { verify: boolean; checkBlockhash: boolean },
  ): SimulationResult
  /** Runs a transaction. A failure on chain is a result; `rejected` means that it never reached a block. */
  process(
    transaction: ParsedTransaction,
  ): { readonly rejected: TransactionErrorJson } | { readonly processed: LedgerTransaction }
  getTransaction(signature: string): LedgerTransaction | undefined
  /** In the order in which they ran. */
  transactionsIn(slot: number): readonly LedgerTransaction[]
  /** Newest first. */
  transactionsOf(address: string): readonly LedgerTransaction[]
  /** Lets `count` slots pass at once. */
  advance(count: number): void
  subscribe(listener: (event: LedgerEvent) => void): () => void
  stop(): void
}

/** How many transactions LiteSVM remembers, so that a repeated one is refused. */
const historyLength = 100_000n

/** Errors after which a transaction is no part of any block and costs no fee. */
const rejections: ReadonlySet<string> = new Set([
  'AccountNotFound',
  'AlreadyProcessed',
  'BlockhashNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'SanitizeFailure',
  'SignatureFailure',
  'UnsupportedVersion',
])

/** Starts a ledger whose slots last `slotMilliseconds`. */
export function createLedger({ slotMilliseconds }: { readonly slotMilliseconds: number }): Ledger {
  const svm = new LiteSVM().withTransactionHistory(historyLength).withBlockhashCheck(false)
  let slot = 1
  const blockhashes = createBlockhashWindow(slot)
  const transactions = new Map<string, LedgerTransaction>()
  const byAddress = new Map<string, LedgerTransaction[]>()
  const bySlot = new Map<number, LedgerTransaction[]>()
  const listeners = new Set<(event: LedgerEvent) => void>()
  const emit = (event: LedgerEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const now = () => Math.floor(Date.now() / 1000)

  const setClock = () => {
    const clock = svm.getClock()
    clock.slot = BigInt(slot)
    clock.unixTimestamp = BigInt(now())
    svm.setClock(clock)
    svm.setSlotHashes(blockhashes.earlier())
  }
  const advance = (count: number) => {
    for (let passed = 0; passed < count; passed++) blockhashes.advance(++slot)
    svm.expireBlockhash()
    setClock()
    emit({ type: 'slot', slot })
  }
  setClock()
  const timer = setInterval(advance, slotMilliseconds, 1)

  const getAccount = (address: Address): EncodedAccount | undefined => {
    const account = svm.getAccount(address)
    if (!account.exists || (account.lamports === 0n && account.data.length === 0)) return undefined
    return account
  }
  const decimalsOf = (mint: string) => {
    const account = getAccount(mint as Address)
    return account ? (readMint(Uint8Array.from(account.data))?.decimals ?? 0) : 0
  }
  const balances = (addresses: readonly Address[]): BalanceSheet => {
    const accounts = addresses.map(getAccount)
    const tokens = accounts.flatMap((account, accountIndex) => {
      if (!account || tokenProgramName(account.programAddress) === undefined) return []
      const token = readTokenAccount(Uint8Array.from(account.data))
      if (!token) return []
      const { mint, owner, amount } = token
      const programId: string = account.programAddress
      return [{ accountIndex, mint, owner, programId, amount, decimals: decimalsOf(mint) }]
    })
    return { lamports: accounts.map((account) => account?.lamports ?? 0n), tokens }
  }

  const record = (transaction: LedgerTransaction) => {
    transactions.set(transaction.signature, transaction)
    bySlot.set(transaction.slot, [...(bySlot.get(transaction.slot) ?? []), transaction])
    for (const address of new Set(transaction.accounts.all)) {
      const list = byAddress.get(address) ?? []
      list.unshift(transaction)
      byAddress.set(address, list)
    }
    emit({ type: 'transaction', transaction })
  }

  return {
    blockhashes,
    slot: () => slot,
    transactionCount: () => transactions.size,
    getAccount,
    getProgramAccounts: (program) => svm.getProgramAccounts(program),
    decimalsOf,
    minimumBalance: (length) => svm.minimumBalanceForRentExemption(BigInt(length)),
    setRent: (lamportsPerByte) => svm.setRent(new Rent(lamportsPerByte, 1, 0)),
    setAccount: (account) => svm.setAccount(account),
    simulate(parsed, { verify, checkBlockhash }) {
      const nothing = { metadata: undefined, accounts: new Map<string, EncodedAccount>() }
      if (checkBlockhash && !blockhashes.isValid(parsed.message.lifetimeToken)) {
        return { ...nothing, error: 'BlockhashNotFound' }
      }
      if (verify && hasMissingSignature(parsed)) return { ...nothing, error: 'SignatureFailure' }
      svm.withSigverify(verify)
      try {
        const result = svm.simulateTransaction(getTransactionDecoder().decode(parsed.bytes))
        if (result instanceof FailedTransactionMetadata) {
          return { ...nothing, error: transactionErrorJson(result), metadata: result.meta() }
        }
        const accounts = new Map(result.postAccounts().map((account) => [String(account.address), account]))
        return { error: null, metadata: result.meta(), accounts }
      } finally {
        svm.withSigverify(true)
      }
    },
    process(parsed) {
      if (transactions.has(parsed.signature)) return { rejected: 'AlreadyProcessed' }
      if (!blockhashes.isValid(parsed.message.lifetimeToken)) return { rejected: 'BlockhashNotFound' }
      if (hasMissingSignature(parsed)) return { rejected: 'SignatureFailure' }
      const accounts = resolveAccounts(parsed, getAccount)
      const before = balances(accounts.all)
      const result = svm.sendTransaction(parsed.transaction)
      const failed = result instanceof FailedTransactionMetadata
      const error = failed ? transactionErrorJson(result) : null
      if (typeof error === 'string' && rejections.has(error)) return { rejected: error }
      const processed: LedgerTransaction = {
        ...parsed,
        slot,
        blockTime: now(),
        error,
        accounts,
        metadata: failed ? result.meta() : result,
        before,
        after: balances(accounts.all),
        fee: feeOf(parsed.message),
      }
      record(processed)
      return { processed }
    },
    getTransaction: (signature) => transactions.get(signature),
    transactionsIn: (of) => bySlot.get(of) ?? [],
    transactionsOf: (address) => byAddress.get(address) ?? [],
    advance,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      clearInterval(timer)
      listeners.clear()
    },
  }
}

const hasMissingSignature = ({ transaction }: ParsedTransaction) =>
  Object.values(transaction.signatures).some((signature) => signature === null)
