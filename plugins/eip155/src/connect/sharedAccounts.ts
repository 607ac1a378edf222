import { readField } from '@latchkey/kernel/chain'
import { type Clock, type LogService, wait } from '@latchkey/kernel/plugin'
import type { Eip1193Provider } from '../provider.js'
import { readAccounts } from './answers.js'
import { askWallet } from './askWallet.js'

export interface SharedAccountsOptions {
  readonly provider: Eip1193Provider
  /** Name of the wallet, for the log. */
  readonly name: string
  readonly clock: Clock
  readonly log: LogService
}

/** How long a wallet may take to say what it shares, in milliseconds. It asks nobody for that. */
const answerTime = 3_000

/**
 * Asks which accounts a wallet shares, without a prompt (`eth_accounts`). Returns addresses in EIP-55 form, none where the wallet
 * says that it shares none (EIP-1193 4100 says so too), and `undefined` where it can't say: it threw, gave rubbish or no answer.
 */
export async function sharedAccounts({
  provider,
  name,
  clock,
  log,
}: SharedAccountsOptions): Promise<readonly string[] | undefined> {
  const method = 'eth_accounts'
  const timer = new AbortController()
  const late = wait(clock, answerTime, timer.signal).then(() => undefined)
  try {
    const answer = askWallet(provider, method).then((value) => readAccounts(name, method, value))
    return await Promise.race([answer, late])
  } catch (error) {
    log.debug(`${name} could not be asked for its accounts.`, error)
    return readField(error, 'code') === 'RPC_UNAUTHORIZED' ? [] : undefined
  } finally {
    late.catch(() => undefined)
    timer.abort()
  }
}
