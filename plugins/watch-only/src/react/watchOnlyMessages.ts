import { defineMessages } from '@latchkey/ui-react'

/** Accounts that are only looked at. */
export const watchOnlyMessages = defineMessages('watchOnly', {
  name: 'Watch-only account',
  title: 'Watch an account',
  address: 'Address or name',
  placeholder: 'Paste an address or type a name',
  hint: 'You’ll see its balances and activity. You can’t send or sign with it.',
  resolvesTo: 'Resolves to',
  watch: 'Watch account',
  choose: 'Choose the account that you want to watch.',
  watching: 'Watching',
  watchingText:
    'You can look at this account, but you can’t send, swap or sign in with it. To do that, connect its wallet.',
})
