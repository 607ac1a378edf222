import { defineMessages } from '../defineMessages.js'

/** What a plugin's fault costs. */
export const problems = defineMessages('problems', {
  text: 'Everything else works. Share these details with the app’s developer.',
  none: 'Everything is working',
  noneText: 'No part of this app has reported a problem.',
  code: ({ code }: { code: string }) => `Code ${code}`,
})
