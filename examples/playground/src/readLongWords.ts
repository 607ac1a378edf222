import { activityMessages } from '@latchkey/plugin-activity/messages'
import { addressBookMessages } from '@latchkey/plugin-address-book/messages'
import { approvalsMessages } from '@latchkey/plugin-approvals/messages'
import { balancesMessages } from '@latchkey/plugin-balances/messages'
import { emailAuthMessages } from '@latchkey/plugin-email-auth/messages'
import { identityMessages } from '@latchkey/plugin-identity/messages'
import { ledgerMessages } from '@latchkey/plugin-ledger/messages'
import { onrampMessages } from '@latchkey/plugin-onramp/messages'
import { payMessages } from '@latchkey/plugin-pay/messages'
import { receiveMessages } from '@latchkey/plugin-receive/messages'
import { sendMessages } from '@latchkey/plugin-send/messages'
import { siwxMessages } from '@latchkey/plugin-siwx/messages'
import { swapMessages } from '@latchkey/plugin-swap/messages'
import { walletDirectoryMessages } from '@latchkey/plugin-wallet-directory/messages'
import { walletConnectMessages } from '@latchkey/plugin-walletconnect/messages'
import { watchOnlyMessages } from '@latchkey/plugin-watch-only/messages'
import { longMessages } from '@latchkey/ui-react/testing'

/** Every word of the widget in the length of another language: `?longer=0.35` is about German. */
export const readLongWords = (growth: number) =>
  longMessages(
    growth,
    activityMessages,
    addressBookMessages,
    approvalsMessages,
    balancesMessages,
    emailAuthMessages,
    identityMessages,
    ledgerMessages,
    onrampMessages,
    payMessages,
    receiveMessages,
    sendMessages,
    siwxMessages,
    swapMessages,
    walletDirectoryMessages,
    walletConnectMessages,
    watchOnlyMessages,
  )
