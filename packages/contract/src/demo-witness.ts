/** Key name of the witness that the demonstration runs itself: pages say that it attests nothing independently. */
export const demoWitnessName = 'demonstration.timbermark.example/witness'
