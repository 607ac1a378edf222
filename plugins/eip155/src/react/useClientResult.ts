import type { Loaded } from '@latchkey/ui-react'

/** A viem client, once it is there. */
export type UseClientResult<Client> = Loaded<'client', Client>
