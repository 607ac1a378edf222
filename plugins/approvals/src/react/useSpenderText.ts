import { safeText, useAddressNames, useMessages, useWallet } from '@latchkey/ui-react'
import type { ListedApproval } from '../ApprovalsService.js'
import { approvalsMessages } from './messages.js'

/** Returns who may move it: by the name that the host gave it on its network, or by the person's beside the address. */
export function useSpenderText(): (approval: ListedApproval) => string {
  const messages = useMessages(approvalsMessages)
  const { textOf } = useAddressNames()
  const wallet = useWallet()
  return ({ spender, spenderName, keeper }) => {
    const hostName = spenderName === undefined ? undefined : safeText(spenderName, 40)
    const name = hostName || textOf(wallet?.namespace ?? '', spender)
    return keeper ? messages.through({ spender: name, keeper: safeText(keeper.name, 24) }) : name
  }
}
