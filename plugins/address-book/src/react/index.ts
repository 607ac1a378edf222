'use client'

export { addressBook } from './addressBook.js'
