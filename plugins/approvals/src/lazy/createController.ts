import {
  type ActiveWallet,
  kernelErrorFrom,
  type NotificationsService,
  type WalletsService,
} from '@latchkey/kernel/wallet'
import {
  Allowances,
  type AllowancesAnswer,
  type HoldingsService,
  type StandingAllowance,
} from '@latchkey/kernel/contracts'
import type { Clock, LogService, NetworkId, PluginContext } from '@latchkey/kernel/plugin'
import { ref } from 'valtio/vanilla'
import type { ApprovalsService, ListedApproval } from '../ApprovalsService.js'
import type { ApprovalsOptions, WritableState } from '../approvals.js'
import { readHeldTokens } from './readHeldTokens.js'
import { createRevoker } from './createRevoker.js'
import { prepareRevoke } from './prepareRevoke.js'

export interface ControllerTools {
  readonly context: Pick<PluginContext, 'emit' | 'signal' | 'defer'>
  readonly wallets: WalletsService
  readonly clock: Clock
  readonly notifications: Pick<NotificationsService, 'toast'>
  readonly log: LogService
  readonly state: WritableState
  /** Knows what the account holds. Absent where no plugin tells. */
  readonly holdings?: HoldingsService | undefined
  readonly spenders: NonNullable<ApprovalsOptions['spenders']>
}

/** Reads what stands, and has the wallet take it back. */
export function createController(tools: ControllerTools): Omit<ApprovalsService, 'state'> {
  const reader = createReader(tools)
  const { revoke, forget, dismiss } = createRevoker(tools, reader)
  return {
    read: async () => void (await reader.read()),
    prepare: (ids) => prepareRevoke(tools, reader.shownOf(), ids),
    revoke,
    forget,
    dismiss,
  }
}

export interface Reader {
  /** @returns What the chain said, and `undefined` when it couldn't be asked. */
  read(): Promise<AllowancesAnswer | undefined>
  /** The same of an account that need not be the active one any more. */
  readOf(wallet: ActiveWallet): Promise<AllowancesAnswer | undefined>
  /** Which of these stand, whatever else is approved. `undefined` when the chain couldn't be asked. */
  check(wallet: ActiveWallet, ids: readonly string[]): Promise<AllowancesAnswer | undefined>
  /** CAIP-10 of the account whose list is shown. */
  shownOf(): string | undefined
}

function createReader(tools: ControllerTools): Reader {
  const { state, wallets, context, log, spenders } = tools
  let shownOf: string | undefined
  let reading = 0

  function forget(): void {
    shownOf = undefined
    reading += 1
    Object.assign(state, { status: 'idle', approvals: [], gaps: [], notices: [] })
    Object.assign(state, { searched: undefined, error: undefined, readAt: undefined })
  }

  async function read(): Promise<AllowancesAnswer | undefined> {
    const wallet = wallets.active()
    if (wallet?.accountId !== shownOf) forget()
    shownOf = wallet?.accountId
    const capability = wallet && wallets.chain(wallet.networkId, Allowances)
    if (!wallet || !capability) return undefined
    reading += 1
    const own = reading
    Object.assign(state, { status: 'loading', error: undefined })
    try {
      const { networkId, account } = wallet
      const { address } = account
      const tokens = await readHeldTokens(tools, networkId, address)
      const answer = await capability.read({ networkId, address, tokens, signal: context.signal })
      if (own !== reading) return answer
      const { searched, gaps, notices = [] } = answer
      const approvals = answer.allowances.map((one) => withName(one, wallet, spenders))
      // Amounts and calls are no state to be observed one by one.
      const readAt = tools.clock.now()
      Object.assign(state, { status: 'ready', searched, gaps, notices, approvals: ref(approvals), readAt })
      return answer
    } catch (cause) {
      if (own !== reading) return undefined
      log.warn('Approvals could not be read.', cause)
      Object.assign(state, { status: 'error', error: kernelErrorFrom(cause) })
      return undefined
    }
  }

  const readOf = async (wallet: ActiveWallet): Promise<AllowancesAnswer | undefined> =>
    wallets.active()?.accountId === wallet.accountId ? read() : ask(tools, wallet)

  context.defer(
    wallets.subscribe(() => {
      if (shownOf !== undefined && wallets.active()?.accountId !== shownOf) forget()
    }),
  )
  return { read, readOf, check: (wallet, ids) => ask(tools, wallet, { ids }), shownOf: () => shownOf }
}

async function ask(
  tools: ControllerTools,
  { networkId, account: { address } }: ActiveWallet,
  named?: { readonly ids: readonly string[] },
): Promise<AllowancesAnswer | undefined> {
  const { wallets, context, log } = tools
  try {
    const chosen = named ?? { tokens: await readHeldTokens(tools, networkId, address) }
    const request = { networkId, address, ...chosen, signal: context.signal }
    return await wallets.chain(networkId, Allowances)?.read(request)
  } catch (cause) {
    log.warn('Approvals could not be read.', cause)
    return undefined
  }
}

function withName(
  one: StandingAllowance,
  { networkId, contribution }: ActiveWallet,
  spenders: ControllerTools['spenders'],
): ListedApproval {
  const named = Object.entries(spenders[networkId as NetworkId] ?? {})
  const name = named.find(([address]) => contribution.isSameAddress(address, one.spender))?.[1]
  return name === undefined ? one : { ...one, spenderName: name }
}
