import { defineMessages } from '../defineMessages.js'

/** Words that are loaded with the page: the three buttons, and what the closed modal must be able to say. */
export const buttons = defineMessages('buttons', {
  connect: 'Connect wallet',
  connecting: 'Connecting…',
  loadFailed: 'Couldn’t load. Try again',
  claimed: ({ address }: { address: string }) => `Connecting to ${address}`,
  account: ({ address }: { address: string }) => `Account ${address}`,
  selectNetwork: 'Select network',
  unknownNetwork: 'Unknown network',
  unsupportedNetwork: 'Unsupported network',
  unsupportedBlocked: 'Switch to a supported network, or disconnect.',
})
