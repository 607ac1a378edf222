'use client'

export { __camel__ } from './__camel__.js'
export { messages } from './messages.js'
