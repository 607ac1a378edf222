import type {
  NamespaceSession,
  NavigationState,
  NetworksState,
  NotificationsState,
  SessionState,
} from '@latchkey/kernel/wallet'
import type { AccountIdentitiesService } from '@latchkey/kernel/contracts'

/** What a state must be for the shell to read it, and what stands in before there is one. */
export interface StateCheck<State> {
  readonly empty: State
  isSound(state: Partial<Readonly<Record<keyof State, unknown>>>): boolean
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTextOrNothing = (value: unknown) => value === undefined || typeof value === 'string'
const isListOf = (value: unknown, isSound: (item: Readonly<Record<string, unknown>>) => boolean) =>
  Array.isArray(value) && value.every((item) => isObject(item) && isSound(item))

export const sessionState: StateCheck<SessionState> = {
  empty: { connections: [], namespaces: {}, activeNamespace: undefined, recent: [], restored: false },
  isSound: ({ connections, namespaces, activeNamespace, recent }) =>
    isListOf(
      connections,
      ({ id, name, accounts, namespaces: spanned }) =>
        typeof id === 'string' &&
        typeof name === 'string' &&
        Array.isArray(spanned) &&
        isListOf(accounts, ({ address }) => typeof address === 'string'),
    ) &&
    isObject(namespaces) &&
    Object.values(namespaces as Readonly<Record<string, NamespaceSession>>).every(
      (entry) => isObject(entry) && typeof entry['status'] === 'string',
    ) &&
    isTextOrNothing(activeNamespace) &&
    isListOf(recent, ({ connectorId, name }) => typeof connectorId === 'string' && typeof name === 'string'),
}

export const networksState: StateCheck<NetworksState> = {
  empty: { active: {}, switching: undefined },
  isSound: ({ active, switching }) =>
    isObject(active) && Object.values(active).every(isTextOrNothing) && isTextOrNothing(switching),
}

export const navigationState: StateCheck<NavigationState> = {
  empty: { open: false, entries: [], direction: 'none', refusals: 0, refusal: undefined },
  isSound: ({ open, entries }) =>
    typeof open === 'boolean' &&
    isListOf(entries, ({ key, name }) => typeof key === 'string' && typeof name === 'string'),
}

export const notificationsState: StateCheck<NotificationsState> = {
  empty: { snackbar: { open: false, message: '', variant: 'success', autoClose: true }, toasts: [] },
  isSound: ({ snackbar, toasts }) =>
    isObject(snackbar) && isListOf(toasts, ({ id }) => typeof id === 'string'),
}

export const isEntries = (value: unknown) =>
  isObject(value) && Object.values(value).every((entry) => entry !== null)

export const identitiesState: StateCheck<AccountIdentitiesService['state']> = {
  empty: { entries: {} },
  isSound: ({ entries }) => isEntries(entries),
}
