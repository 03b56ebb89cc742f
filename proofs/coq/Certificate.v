(** What the file of a puzzle proves by computation: its formula, its proof, its verdict. *)
From Coq Require Import ZArith List Bool Lia.
From Satdoku Require Export Puzzle Cnf.
From Satdoku Require Import Encode Kinds Correct.
Import ListNotations.
Open Scope Z_scope.

Definition proof : Type := list (clause * list Z).

Definition solves (p : puzzle) (a : Z -> Z) : bool :=
  forallb (fun c => mem (a c) (digits p)) (upto (length (concat (givens p))))
  && forallb (holds a) (all_relations p).

Lemma solves_solution p a : solves p a = true -> solution p a.
Proof.
  unfold solves. intros H. apply andb_prop in H as (D & R). rewrite forallb_forall in D, R.
  apply solution_all. split; auto. intros c I. apply mem_in, D, upto_in, I.
Qed.

Definition states (formula expected : cnf) : bool := within formula expected && within expected formula.

Lemma states_satisfiable f g : states f g = true -> satisfiable f <-> satisfiable g.
Proof.
  unfold states. intros H. apply andb_prop in H as (A & B).
  split; intros (rho & M); exists rho; eapply within_models; eauto.
Qed.

Section Verdicts.
  Variable p : puzzle.
  Variable formula : cnf.
  Variable steps : proof.

  (** ** Unique *)
  Variable values : list Z.
  Definition shows_unique : bool :=
    match encode p with
    | None => false
    | Some f =>
        solves p (listed values) && states formula (f ++ [denial_of p (listed values)])
        && refuted formula steps
    end.
  Hypothesis unique_shown : shows_unique = true.

  Theorem unique_is_solution : solution p (listed values).
  Proof.
    unfold shows_unique in unique_shown. destruct (encode p); [|discriminate].
    apply andb_prop in unique_shown as (H & _). apply andb_prop in H as (H & _).
    now apply solves_solution.
  Qed.

  Theorem unique_formula :
    satisfiable formula <-> exists a, solution p a /\ ~ same_grid p a (listed values).
  Proof.
    pose proof unique_is_solution as S. unfold shows_unique in unique_shown.
    destruct (encode p) as [f|] eqn:E; [|discriminate].
    apply andb_prop in unique_shown as (H & _). apply andb_prop in H as (_ & H).
    rewrite (states_satisfiable _ _ H). now apply encode_denial.
  Qed.

  Theorem unique_refuted : ~ satisfiable formula.
  Proof.
    unfold shows_unique in unique_shown. destruct (encode p); [|discriminate].
    apply andb_prop in unique_shown as (_ & H). exact (refuted_sound _ _ H).
  Qed.

  Theorem unique_only : forall a, solution p a -> same_grid p a (listed values).
  Proof.
    intros a S c C. destruct (Z.eq_dec (a c) (listed values c)) as [|N]; auto.
    exfalso. apply unique_refuted, unique_formula. exists a. split; auto.
  Qed.
End Verdicts.

Section None.
  Variable p : puzzle.
  Variable formula : cnf.
  Variable steps : proof.
  Definition shows_none : bool :=
    match encode p with
    | None => false
    | Some f => states formula f && refuted formula steps
    end.
  Hypothesis none_shown : shows_none = true.

  Theorem none_formula : satisfiable formula <-> exists a, solution p a.
  Proof.
    unfold shows_none in none_shown. destruct (encode p) as [f|] eqn:E; [|discriminate].
    apply andb_prop in none_shown as (H & _). rewrite (states_satisfiable _ _ H).
    now apply encode_correct.
  Qed.

  Theorem none_at_all : forall a, ~ solution p a.
  Proof.
    intros a S. assert (T : satisfiable formula) by (apply none_formula; eauto). revert T.
    unfold shows_none in none_shown. destruct (encode p); [|discriminate].
    apply andb_prop in none_shown as (_ & H). exact (refuted_sound _ _ H).
  Qed.
End None.

Section Several.
  Variable p : puzzle.
  Variables values others : list Z.
  Definition shows_several : bool :=
    solves p (listed values) && solves p (listed others)
    && negb (forallb (fun c => listed values c =? listed others c) (upto (length (concat (givens p))))).
  Hypothesis several_shown : shows_several = true.

  Theorem several_solutions :
    solution p (listed values) /\ solution p (listed others)
    /\ ~ same_grid p (listed values) (listed others).
  Proof.
    unfold shows_several in several_shown. rewrite !andb_true_iff in several_shown.
    destruct several_shown as ((A & B) & D). repeat split; try now apply solves_solution.
    intros G. apply negb_true_iff in D. apply forallb_exists in D as (c & I & D).
    apply upto_in in I. apply Z.eqb_neq in D. apply D, G, I.
  Qed.
End Several.
