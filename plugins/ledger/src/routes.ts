import { type NamespaceId, route } from '@latchkey/kernel/plugin'

/** Where the device is chosen, then one of its accounts. Drawn by the `/react` entry. */
export const ConnectingLedgerRoute = route<{
  readonly connectorId: string
  readonly namespaces?: readonly NamespaceId[]
}>('ConnectingLedger')
/** What the person is to do on the device. */
export const LedgerRequestRoute = route('LedgerRequest')
