import type { Amount } from '@latchkey/kernel/contracts'
import { token } from '@latchkey/kernel/plugin'

/** What buttons and the Account view show of an account's balance, when a plugin wants to say. */
export interface ShownBalanceService {
  readonly state: {
    /** True while a person does not want amounts on the screen: they are covered wherever the shell shows them. */
    readonly hidden: boolean
    /** By `networkId:address`: shown in place of the native coin. `null` while it is being read. */
    readonly amounts: Readonly<Record<string, Amount | null>>
  }
}

/** Provided by a plugin that knows more than the native coin. Without one the shell shows the native coin. */
export const ShownBalance = token<ShownBalanceService>('latchkey.shownBalance')
