import { defineMessages } from '@latchkey/ui-react'

export const greetingMessages = defineMessages('playground.greeting', {
  hello: 'Hello from a plugin of the page itself.',
})
