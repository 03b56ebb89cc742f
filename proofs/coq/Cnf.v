(** Formulas in conjunctive normal form as DIMACS has them, and a checker of LRAT proofs. *)
From Coq Require Import ZArith List Bool Lia FMapPositive.
Import ListNotations.
Open Scope Z_scope.

Definition clause := list Z.
Definition cnf := list clause.
Definition valuation := Z -> bool.

Definition lit_true (rho : valuation) (l : Z) : bool := if 0 <? l then rho l else negb (rho (- l)).
Definition clause_true (rho : valuation) (c : clause) : Prop :=
  exists l, In l c /\ lit_true rho l = true.
Definition models (rho : valuation) (f : cnf) : Prop := forall c, In c f -> clause_true rho c.
Definition satisfiable (f : cnf) : Prop := exists rho, models rho f.

Lemma lit_opposite rho l : l <> 0 -> lit_true rho (- l) = negb (lit_true rho l).
Proof.
  unfold lit_true. intros. destruct (Z.ltb_spec 0 (- l)), (Z.ltb_spec 0 l); try lia.
  - now rewrite negb_involutive.
  - now rewrite Z.opp_involutive.
Qed.

Lemma models_app rho f g : models rho (f ++ g) <-> models rho f /\ models rho g.
Proof.
  unfold models. split.
  - intros H; split; intros; apply H, in_or_app; auto.
  - intros [H1 H2] c I. apply in_app_or in I as [I|I]; auto.
Qed.

Lemma clause_true_app rho c d :
  clause_true rho (c ++ d) <-> clause_true rho c \/ clause_true rho d.
Proof.
  unfold clause_true. split.
  - intros (l & I & T). apply in_app_or in I as [I|I]; eauto.
  - intros [(l & I & T)|(l & I & T)]; exists l; split; auto; apply in_or_app; auto.
Qed.

(** * LRAT: each clause is given with the numbers of the clauses that it follows from. *)

Definition key (l : Z) : positive :=
  match l with Zpos p => p~0 | Zneg p => p~1 | Z0 => 1 end.

Lemma key_inj l m : key l = key m -> l = m.
Proof. destruct l, m; simpl; congruence. Qed.

Definition literals := PositiveMap.t unit.
Definition assume (l : Z) (s : literals) : literals := PositiveMap.add (key l) tt s.
Definition assumed (l : Z) (s : literals) : bool := PositiveMap.mem (key l) s.

Lemma assumed_assume l m s : assumed l (assume m s) = true -> l = m \/ assumed l s = true.
Proof.
  unfold assumed, assume. rewrite !PositiveMap.mem_find.
  destruct (PositiveMap.E.eq_dec (key l) (key m)) as [E|N].
  - left. now apply key_inj.
  - rewrite PositiveMap.gso by exact N. auto.
Qed.

Definition possible (s : literals) (l : Z) : bool := (l =? 0) || negb (assumed (- l) s).

Fixpoint refutes (f : PositiveMap.t clause) (hints : list Z) (s : literals) : bool :=
  match hints with
  | [] => false
  | h :: rest =>
      match PositiveMap.find (Z.to_pos h) f with
      | None => false
      | Some c =>
          match filter (possible s) c with
          | [] => true
          | [l] => refutes f rest (assume l s)
          | _ => false
          end
      end
  end.

Definition all_true rho (s : literals) := forall l, assumed l s = true -> lit_true rho l = true.
Definition holding rho (f : PositiveMap.t clause) :=
  forall n c, PositiveMap.find n f = Some c -> clause_true rho c.

Lemma refutes_sound rho f hints : forall s,
  holding rho f -> all_true rho s -> refutes f hints s = true -> False.
Proof.
  induction hints as [|h hints IH]; simpl; intros s F S R; [discriminate|].
  destruct (PositiveMap.find (Z.to_pos h) f) as [c|] eqn:E; [|discriminate].
  destruct (F (Z.to_pos h) c E) as (l & I & T).
  assert (P : In l (filter (possible s) c)).
  { apply filter_In; split; [exact I|]. unfold possible. destruct (Z.eqb_spec l 0) as [|N]; auto.
    destruct (assumed (- l) s) eqn:A; auto. apply S in A. rewrite lit_opposite in A by exact N.
    rewrite T in A. discriminate. }
  destruct (filter (possible s) c) as [|l1 [|l2 rest]]; try discriminate; [destruct P|].
  destruct P as [<-|[]]. apply (IH (assume l1 s)); auto.
  intros m A. apply assumed_assume in A as [->|A]; auto.
Qed.

Definition denial (c : clause) : literals :=
  fold_right (fun l s => if l =? 0 then s else assume (- l) s) (PositiveMap.empty unit) c.

Lemma denial_true rho c : ~ clause_true rho c -> all_true rho (denial c).
Proof.
  unfold clause_true. induction c as [|l c IH]; simpl; intros N m A.
  - unfold assumed in A. rewrite PositiveMap.mem_find, PositiveMap.gempty in A. discriminate.
  - assert (N' : ~ (exists l, In l c /\ lit_true rho l = true)) by firstorder.
    destruct (Z.eqb_spec l 0) as [|NZ]; [now apply IH|].
    apply assumed_assume in A as [->|A]; [|now apply IH].
    rewrite lit_opposite by exact NZ. destruct (lit_true rho l) eqn:T; auto.
    exfalso. apply N. exists l. auto.
Qed.

Lemma clause_dec rho c : clause_true rho c \/ ~ clause_true rho c.
Proof.
  unfold clause_true. destruct (existsb (lit_true rho) c) eqn:E.
  - left. now apply existsb_exists.
  - right. intros H. apply existsb_exists in H. congruence.
Qed.

Fixpoint lrat (f : PositiveMap.t clause) (next : positive) (steps : list (clause * list Z))
  : bool :=
  match steps with
  | [] => false
  | (c, hints) :: rest =>
      if refutes f hints (denial c)
      then match c with [] => true | _ => lrat (PositiveMap.add next c f) (Pos.succ next) rest end
      else false
  end.

Lemma lrat_sound rho steps : forall f next, holding rho f -> lrat f next steps = true -> False.
Proof.
  induction steps as [|(c, hints) steps IH]; simpl; intros f next F L; [discriminate|].
  destruct (refutes f hints (denial c)) eqn:R; [|discriminate].
  assert (C : clause_true rho c).
  { destruct (clause_dec rho c) as [|N]; auto. exfalso.
    exact (refutes_sound rho f hints _ F (denial_true rho c N) R). }
  destruct c as [|l c]; [destruct C as (l & [] & _)|].
  apply (IH _ _) in L; auto. intros n d E. destruct (Pos.eq_dec n next) as [->|D].
  - rewrite PositiveMap.gss in E. now inversion E; subst.
  - rewrite PositiveMap.gso in E by exact D. eauto.
Qed.

Fixpoint numbered_clauses (f : cnf) (next : positive) (m : PositiveMap.t clause)
  : PositiveMap.t clause * positive :=
  match f with
  | [] => (m, next)
  | c :: f' => numbered_clauses f' (Pos.succ next) (PositiveMap.add next c m)
  end.

Lemma numbered_clauses_holding rho f : forall next m,
  models rho f -> holding rho m -> holding rho (fst (numbered_clauses f next m)).
Proof.
  induction f as [|c f IH]; simpl; intros next m F M; auto.
  apply IH; [intros d I; apply F; now right|]. intros n d E.
  destruct (Pos.eq_dec n next) as [->|D].
  - rewrite PositiveMap.gss in E. inversion E; subst. apply F. now left.
  - rewrite PositiveMap.gso in E by exact D. eauto.
Qed.

(** Whether the steps refute the formula, whose clauses are numbered from 1. *)
Definition refuted (f : cnf) (steps : list (clause * list Z)) : bool :=
  let (m, next) := numbered_clauses f 1 (PositiveMap.empty clause) in lrat m next steps.

Theorem refuted_sound f steps : refuted f steps = true -> ~ satisfiable f.
Proof.
  unfold refuted. intros R (rho & M).
  assert (H : holding rho (fst (numbered_clauses f 1 (PositiveMap.empty clause)))).
  { apply numbered_clauses_holding; auto. intros n c E. now rewrite PositiveMap.gempty in E. }
  destruct (numbered_clauses f 1 (PositiveMap.empty clause)) as (m, next).
  exact (lrat_sound rho steps m next H R).
Qed.

(** * Clauses as sets of literals, formulas as sets of clauses. *)

Fixpoint insert (l : Z) (c : clause) : clause :=
  match c with
  | [] => [l]
  | m :: c' =>
      if l =? m then c
      else if (Z.abs l <? Z.abs m) || ((Z.abs l =? Z.abs m) && (l <? m)) then l :: c
      else m :: insert l c'
  end.
Definition ordered (c : clause) : clause := fold_right insert [] c.

Lemma insert_in l m c : In m (insert l c) <-> m = l \/ In m c.
Proof.
  induction c as [|k c IH]; simpl; [intuition|].
  destruct (Z.eqb_spec l k) as [->|N]; simpl; [intuition|].
  destruct (_ || _); simpl; rewrite ?IH; intuition.
Qed.

Lemma ordered_in m c : In m (ordered c) <-> In m c.
Proof. induction c; simpl; [tauto|]. rewrite insert_in, IHc. intuition. Qed.

Lemma ordered_true rho c : clause_true rho (ordered c) <-> clause_true rho c.
Proof. unfold clause_true. split; intros (l & I & T); exists l; rewrite ordered_in in *; auto. Qed.

Definition tautology (c : clause) : bool :=
  existsb (fun l => negb (l =? 0) && existsb (Z.eqb (- l)) c) c.

Lemma tautology_true rho c : tautology c = true -> clause_true rho c.
Proof.
  unfold tautology, clause_true. intros H. apply existsb_exists in H as (l & I & H).
  apply andb_prop in H as [N H]. apply existsb_exists in H as (m & J & E).
  apply Z.eqb_eq in E as <-. destruct (Z.eqb_spec l 0); [discriminate|].
  destruct (lit_true rho l) eqn:T; [eauto|]. exists (- l). split; auto.
  rewrite lit_opposite, T by auto. reflexivity.
Qed.

Fixpoint same_clause (c d : clause) : bool :=
  match c, d with
  | [], [] => true
  | l :: c', m :: d' => (l =? m) && same_clause c' d'
  | _, _ => false
  end.

Lemma same_clause_eq c : forall d, same_clause c d = true -> c = d.
Proof.
  induction c; destruct d; simpl; try discriminate; auto. intros H.
  apply andb_prop in H as [E H]. apply Z.eqb_eq in E. f_equal; auto.
Qed.

Definition hash (c : clause) : positive :=
  match fold_left (fun h l => Z.land (h * 37 + l) 1048575) c 1 with Zpos p => p | _ => 1 end.

Definition index (f : cnf) : PositiveMap.t cnf :=
  fold_right
    (fun c m =>
       let c := ordered c in
       let h := hash c in
       PositiveMap.add h (c :: match PositiveMap.find h m with Some b => b | None => [] end) m)
    (PositiveMap.empty cnf) f.

Lemma index_in f h b c :
  PositiveMap.find h (index f) = Some b -> In c b -> exists d, In d f /\ ordered d = c.
Proof.
  revert b. induction f as [|d f IH]; intros b.
  - simpl. now rewrite PositiveMap.gempty.
  - change (index (d :: f)) with
      (PositiveMap.add (hash (ordered d))
         (ordered d :: match PositiveMap.find (hash (ordered d)) (index f) with
                       | Some b => b | None => [] end) (index f)).
    destruct (Pos.eq_dec h (hash (ordered d))) as [->|N].
    + rewrite PositiveMap.gss. intros E I. inversion E; subst. clear E.
      destruct I as [<-|I]; [exists d; split; [now left|reflexivity]|].
      destruct (PositiveMap.find (hash (ordered d)) (index f)) as [b'|] eqn:E'; [|destruct I].
      destruct (IH b' eq_refl I) as (e & J & K). exists e. split; [now right|exact K].
    + rewrite PositiveMap.gso by exact N. intros E I.
      destruct (IH _ E I) as (e & J & K). exists e. split; [now right|exact K].
Qed.

(** Whether each clause of [g] but those that are always true is one of [f]. *)
Definition within (g f : cnf) : bool :=
  let m := index f in
  forallb
    (fun c =>
       let c := ordered c in
       tautology c
       || match PositiveMap.find (hash c) m with
          | Some b => existsb (same_clause c) b
          | None => false
          end)
    g.

Lemma within_models rho g f : within g f = true -> models rho f -> models rho g.
Proof.
  unfold within. intros W F c I. rewrite forallb_forall in W. specialize (W c I). simpl in W.
  rewrite <- ordered_true. apply orb_prop in W as [T|W]; [now apply tautology_true|].
  destruct (PositiveMap.find _ _) as [b|] eqn:E; [|discriminate].
  apply existsb_exists in W as (d & J & S). apply same_clause_eq in S. subst d.
  destruct (index_in f _ b _ E J) as (e & K & <-). apply ordered_true. auto.
Qed.
