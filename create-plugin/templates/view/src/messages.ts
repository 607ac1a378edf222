import { defineMessages } from '@latchkey/ui-react'

/** Every word that the tab shows, so that a host can translate it. */
export const messages = defineMessages('__camel__', {
  title: '__label__',
  address: 'Address',
  network: 'Network',
  wallet: 'Wallet',
  none: 'None',
})
