import { mount } from 'svelte'
import '../../../../src/renderer/styles/base.css'
import '../../../../src/renderer/styles/fonts.css'
import '../../../../src/renderer/styles/table.css'
import '../../../../src/renderer/styles/tokens.css'
import Sheet from './Sheet.svelte'

const target = document.getElementById('window')
if (target) mount(Sheet, { target })
