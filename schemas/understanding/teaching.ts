/** Suggestions for teaching missed sentences: `POST missed-sentences/guesses`. */
export interface TeachGuesses {
  /** Nearest first, at most three; the score is the mean over the sentences. */
  intents: { id: string; name: string; score: number }[];
  /** For a new intent. */
  name: string;
  /** Open sentences that are like the chosen ones. */
  alike: { id: string; sentence: string; count: number }[];
}
