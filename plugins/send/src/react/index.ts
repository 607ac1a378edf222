'use client'

export { send } from './send.js'
export { useSend, type UseSendResult } from './useSend.js'
export { sendMessages } from './messages.js'
