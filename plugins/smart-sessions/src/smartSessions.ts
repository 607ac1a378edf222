import { AskedMethods } from '@latchkey/kernel/contracts'
import { definePlugin, lazy, type Plugin, Storage } from '@latchkey/kernel/plugin'
import {
  Disconnected,
  Navigation,
  Networks,
  NetworkSwitched,
  Session,
  Wallets,
} from '@latchkey/kernel/wallet'
import { Eip155Client } from '@latchkey/plugin-eip155'
import { proxy } from 'valtio/vanilla'
import { permissionMethods } from './permissionMethods.js'
import { SmartSessions, type SmartSessionsState } from './SmartSessionsService.js'

export type WritableState = { -readonly [key in keyof SmartSessionsState]: SmartSessionsState[key] }

/**
 * Permissions (ERC-7715): what an app may do with the account by itself, within limits that contracts keep it to. List
 * `smartSessions` of `@latchkey/plugin-smart-sessions/react` for the views.
 *
 * @example
 * const kernel = createKernel([eip155({ networks }), emailAuth({ frameUrl }), smartSessions()])
 * const [session] = await kernel.get(SmartSessions).grant([{ allowance, holder, until }])
 */
export function smartSessions(): Plugin {
  return definePlugin({
    id: 'smartSessions',
    kernel: '^1.0.0',
    requires: {
      clients: Eip155Client,
      navigation: Navigation,
      networks: Networks,
      session: Session,
      storage: Storage,
      wallets: Wallets,
    },
    provides: [SmartSessions],
    setup(context, deps) {
      context.add(AskedMethods, { id: 'smartSessions', methods: permissionMethods })
      const state = proxy<WritableState>({ sessions: [], status: 'idle' })
      const load = lazy('Permissions', async () => {
        const { createSmartSessions } = await import('./lazy/createSmartSessions.js')
        return createSmartSessions({ ...deps, state })
      })
      const forget = () => void Object.assign(state, { sessions: [], status: 'idle' })
      context.provide(SmartSessions, () => ({
        state,
        grant: async (requests) => (await load()).grant(requests),
        read: async () => (await load()).read(),
        end: async (ids) => (await load()).end(ids),
        endAll: async () => (await load()).endAll(),
        endAllAndDisconnect: async () => (await load()).endAllAndDisconnect(),
      }))
      context.on(Disconnected, forget)
      context.on(NetworkSwitched, forget)
    },
  })
}
