'use client'

export { receive } from './receive.js'
