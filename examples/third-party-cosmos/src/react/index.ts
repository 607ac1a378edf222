'use client'

export { cosmos } from './cosmos.js'
export { messages } from './messages.js'
