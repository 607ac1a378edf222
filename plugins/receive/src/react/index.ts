'use client'

export { receive } from './receive.js'
export { receiveMessages } from './receiveMessages.js'
