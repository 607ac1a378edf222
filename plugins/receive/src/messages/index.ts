'use client'

export { receiveMessages } from '../react/receiveMessages.js'
