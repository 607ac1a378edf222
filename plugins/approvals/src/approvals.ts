import {
  checkOptionNames,
  Clock,
  definePlugin,
  lazy,
  Log,
  type NetworkId,
  type Plugin,
} from '@latchkey/kernel/plugin'
import { Holdings } from '@latchkey/kernel/contracts'
import { Notifications, Wallets } from '@latchkey/kernel/wallet'
import { proxy } from 'valtio/vanilla'
import { Approvals, type ApprovalsState } from './ApprovalsService.js'

export interface ApprovalsOptions {
  /** What spenders are called, by CAIP-2 id and address: your own contracts, and those your users know. */
  readonly spenders?: Readonly<Record<NetworkId, Readonly<Record<string, string>>>> | undefined
}

const names = { spenders: true } satisfies Record<keyof ApprovalsOptions, true>

export type WritableState = { -readonly [Key in keyof ApprovalsState]: ApprovalsState[Key] }

/**
 * What others may move out of the account, as the chain says now, and how to take it back. List `approvals` of
 * `@latchkey/plugin-approvals/react` for the views.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([eip155({ networks }), approvals()])
 */
export function approvals(options: ApprovalsOptions = {}): Plugin {
  checkOptionNames('approvals', options, names)
  const { spenders = {} } = options
  return definePlugin({
    id: 'approvals',
    kernel: '^1.0.0',
    requires: { wallets: Wallets, clock: Clock, log: Log, notifications: Notifications },
    optional: { holdings: Holdings },
    provides: [Approvals],
    setup(context, deps) {
      const state = proxy<WritableState>({
        status: 'idle',
        approvals: [],
        searched: undefined,
        gaps: [],
        notices: [],
        error: undefined,
        readAt: undefined,
        revoking: undefined,
      })
      const load = lazy('Approvals', async () => {
        const { createController } = await import('./lazy/createController.js')
        return createController({ ...deps, context, state, spenders })
      })
      context.provide(Approvals, () => ({
        state,
        read: async () => (await load()).read(),
        prepare: async (ids) => (await load()).prepare(ids),
        revoke: async (prepared, accepted) => (await load()).revoke(prepared, accepted),
        forget: () => void load().then((loaded) => loaded.forget()),
        dismiss: () => void load().then((loaded) => loaded.dismiss()),
      }))
    },
  })
}
