import type { LogService, PluginContext } from '@latchkey/kernel/plugin'
import type { TransactionFlowServices } from '@latchkey/kernel/transaction'
import type { WalletsService } from '@latchkey/kernel/wallet'

export interface Tools extends TransactionFlowServices {
  readonly wallets: WalletsService
  readonly context: Pick<PluginContext, 'emit' | 'signal'>
  readonly log: LogService
  look(to: string, amount: bigint): Promise<'confirmed' | 'undecided'>
  show(standing: string, error?: unknown): void
}

export declare function createGifts(tools: Tools): { give(to: string, amount: bigint): Promise<void> }
