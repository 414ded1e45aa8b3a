/*! Contains uPlot, Copyright (c) Leon Sorokin, MIT License: https://github.com/leeoniya/uPlot/blob/master/LICENSE */
// The build makes a separate file of this module, which is nearly a third of the converter's code. The first result
// doesn't need it.
export { default } from 'uplot';
