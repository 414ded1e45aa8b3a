/*! Contains uPlot, Copyright (c) Leon Sorokin, MIT License: https://github.com/leeoniya/uPlot/blob/master/LICENSE */
// A file of its own, because it's nearly a third of the converter's code, and the first result doesn't need it.
export { default } from 'uplot';
