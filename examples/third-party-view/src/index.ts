'use client'

export { exampleViews } from './exampleViews.js'
export { messages } from './messages.js'
