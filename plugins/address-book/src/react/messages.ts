import { defineMessages } from '@latchkey/ui-react'

/** Names that a person gives to addresses. */
export const addressBookMessages = defineMessages('addressBook', {
  title: 'Address book',
  entryTitle: 'Save address',
  list: 'Saved addresses',
  none: 'No saved addresses',
  noneText: 'Name the addresses you use. You’ll see the names wherever the addresses appear.',
  noneFound: ({ query }: { query: string }) => `No saved address has “${query}” in it.`,
  search: 'Search saved addresses',
  add: 'Add address',
  address: 'Address',
  addressHint: 'Any supported network',
  notAnAddress: 'This isn’t an address on the networks of this app.',
  alreadySaved: ({ name }: { name: string }) => `You call this address ${name}. Saving changes the name.`,
  name: 'Name',
  nameHint: 'Only you see it. It’s kept in this browser.',
  copyAddress: 'Copy address',
  kind: 'Networks',
  looksLikeNamed: ({ name }: { name: string }) =>
    `This looks like the address you call ${name}, but it’s different. It may be a scam. Compare every character.`,
  looksLikeOwn:
    'This looks like the address of your own account, but it’s different. It may be a scam. Compare every character.',
  thisAddress: 'This address',
  ownAccount: 'Your account',
  compared: 'I’ve checked the full address',
  save: 'Save',
  remove: 'Remove',
  removeQuestion: ({ name }: { name: string }) => `Remove ${name} from your address book?`,
  keep: 'Keep',
})
