'use client'

export { send } from './send.js'
export { useSend, type UseSendResult } from './useSend.js'
