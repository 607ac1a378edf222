import type { Account } from '@latchkey/kernel/plugin'
import type { ReactNode } from 'react'
import { AccountTabs, ConnectFooter } from './slots.js'
import { view } from './view.js'

declare const Tab: (props: { readonly account: Account }) => ReactNode
declare const Plain: () => ReactNode
declare const Other: (props: { readonly quote: number }) => ReactNode

export const fits = [
  view(AccountTabs, { id: 'a', load: async () => ({ default: Tab }) }),
  view(AccountTabs, {
    id: 'b',
    label: 'B',
    order: 1,
    when: () => true,
    load: async () => ({ default: Plain }),
  }),
  view(ConnectFooter, { id: 'c', load: async () => ({ default: Plain }) }),
]

// @ts-expect-error the slot has no quote to give
export const wrongProps = view(AccountTabs, { id: 'd', load: async () => ({ default: Other }) })

// @ts-expect-error the footer gives no account
export const wrongSlot = view(ConnectFooter, { id: 'e', load: async () => ({ default: Tab }) })

// @ts-expect-error a module needs its component as the default export
export const noDefault = view(AccountTabs, { id: 'f', load: async () => ({ Tab }) })

// @ts-expect-error a view needs an id
export const noId = view(AccountTabs, { load: async () => ({ default: Tab }) })
